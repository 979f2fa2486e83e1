import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { clientAddressHeader, roleIds } from '@signalbox/contracts';
import { hourMs, minuteMs } from '@signalbox/kit';
import { eventually } from '@signalbox/testing';
import { type IdentityApp, password, startIdentity } from '../../identity-app.fixture.ts';
import { type MailServer, openMailServer, readable } from '../../mail-server.fixture.ts';

const strong = 'Another-horse-2';
const users = '/api/admin/user-admin';

describe('password links', () => {
  let app: IdentityApp;
  let mail: MailServer;
  before(async () => {
    mail = await openMailServer();
    app = await startIdentity({
      settings: { BASE_URL: 'https://flags.example', SMTP_URL: mail.url, MAIL_FROM: 'Flags <flags@signalbox.example>' },
    });
  });
  after(async () => {
    await app.close();
    await mail.close();
  });

  const reset = (token: string, secret = strong) => app.as(null).post('/auth/reset/password', { token, password: secret });
  const validate = (token: string) => app.as(null).get(`/auth/reset/validate?token=${token}`);
  const ask = (email: string) => app.as(null).post('/auth/reset/password-email', { email });
  const logIn = async (username: string, secret: string) =>
    (await app.as(null).post('/auth/simple/login', { username, password: secret })).status;
  const tokenIn = (text: string) => /token=([0-9a-f]{64})/.exec(text)?.[1] ?? '';

  async function linkFor(username: string): Promise<string> {
    const { status, body } = await app.admin.post(`${users}/reset-password`, { id: `${username}@Signalbox.example` });
    equal(status, 200);
    match(body.resetPasswordUrl, /^https:\/\/flags\.example\/reset-password\?token=[0-9a-f]{64}$/);
    return tokenIn(body.resetPasswordUrl);
  }

  it('identify their user, set the password once, and end all sessions', async () => {
    const { username, id, client } = await app.someone(roleIds.editor);
    const token = await linkFor(username);
    const { status, headers, body } = await validate(token);
    deepEqual([status, headers['cache-control']], [200, 'no-store']);
    const { description, ...role } = body.role;
    ok(description);
    deepEqual(
      { ...body, role },
      {
        id,
        name: null,
        email: `${username}@signalbox.example`,
        token,
        createdBy: 'admin',
        role: { id: 2, name: 'Editor', type: 'root' },
      },
    );
    const answer = await reset(token);
    equal(answer.status, 200);
    match(String(answer.headers['set-cookie']), /^unleash-session=; Path=\/; Max-Age=0/);
    equal((await client.get('/api/admin/user')).status, 401);
    deepEqual([await logIn(username, password), await logIn(username, strong)], [401, 200]);
    for (const used of [await reset(token), await validate(token)]) deepEqual([used.status, used.body.name], [403, 'UsedTokenError']);
  });

  it('become invalid when the user’s address changes', async () => {
    const { username, id } = await app.someone(roleIds.editor);
    const token = await linkFor(username);
    equal((await app.admin.put(`${users}/${id}`, { email: `moved-${username}@signalbox.example` })).status, 200);
    equal((await reset(token)).status, 401);
  });

  it('are valid once, even under concurrent requests', async () => {
    const { username } = await app.someone(3);
    const token = await linkFor(username);
    const answers = await Promise.all([reset(token), reset(token), reset(token)]);
    deepEqual(
      answers.map(({ status }) => status).sort((one, other) => one - other),
      [200, 403, 403],
    );
  });

  it('are valid for a day, until a newer link is created or the password changes', async () => {
    const { username, id } = await app.someone(3);
    const first = await linkFor(username);
    const second = await linkFor(username);
    deepEqual([(await validate(first)).status, (await validate(second)).status], [401, 200]);
    equal((await app.admin.post(`${users}/${id}/change-password`, { password: strong })).status, 200);
    equal((await validate(second)).status, 401);
    const third = await linkFor(username);
    app.wait(24 * hourMs);
    for (const answer of [await validate(third), await reset(third), await reset('unknown')])
      deepEqual([answer.status, answer.body.name], [401, 'AuthenticationRequired']);
    // Resets the clock, because the sessions of other tests would expire.
    app.wait(-24 * hourMs);
  });

  it('refuse a weak password and stay valid', async () => {
    const { username } = await app.someone(3);
    const token = await linkFor(username);
    for (const [weak, name] of [
      ['short', 'OwaspValidationError'],
      ['', 'PasswordUndefinedError'],
    ] as const) {
      const { status, body } = await reset(token, weak);
      deepEqual([status, body.name], [400, name]);
    }
    equal((await reset(token)).status, 200);
  });

  it('end the owner’s login delay that others have caused', async () => {
    const { username } = await app.someone(3);
    const from = { headers: { [clientAddressHeader]: '198.51.100.77' } };
    const tryFrom = async (secret: string) => (await app.as(null).post('/auth/simple/login', { username, password: secret }, from)).status;
    for (let attempt = 0; attempt < 6; attempt += 1) await tryFrom('wrong');
    equal(await tryFrom(password), 429);
    const token = await linkFor(username);
    equal((await app.as(null).post('/auth/reset/password', { token, password: strong }, from)).status, 200);
    equal(await tryFrom(strong), 200);
  });

  it('are refused to administrators with 404 for an unknown address', async () => {
    equal((await app.admin.post(`${users}/reset-password`, { id: 'unknown@signalbox.example' })).body.name, 'NotFoundError');
  });

  it('are mailed as plain text and HTML, at most once a minute, only to addresses of users', async () => {
    const { username } = await app.someone(3);
    const email = `${username}@signalbox.example`;
    const before = mail.mails.length;
    equal((await ask('unknown@signalbox.example')).status, 200);
    const { status, body } = await ask(email.toUpperCase());
    deepEqual([status, body], [200, '']);
    await eventually(() => equal(mail.mails.length, before + 1));
    equal((await ask(email)).status, 200);
    const text = readable(mail.mails[before] ?? '');
    equal(mail.recipients.at(-1), email);
    match(text, /^From: Flags <flags@signalbox\.example>$/m);
    match(text, /^Subject: Reset your Signalbox password/m);
    match(text, /Content-Type: text\/plain/);
    match(text, /Content-Type: text\/html/);
    const links = [...text.matchAll(/https:\/\/flags\.example\/reset-password\?token=[0-9a-f]{64}/g)].map(([link]) => link);
    equal(new Set(links).size, 1);
    ok(links.length >= 3, 'in the text, and twice in the HTML');
    app.wait(minuteMs);
    await ask(email);
    await eventually(() => equal(mail.mails.length, before + 2));
    equal((await reset(tokenIn(text))).status, 401, 'a later link invalidates the earlier one');
    equal((await reset(tokenIn(readable(mail.mails.at(-1) ?? '')))).status, 200);
  });

  it('are mailed with the invitation of a new user, unless the administrator disables it', async () => {
    const before = mail.mails.length;
    const silent = await app.admin.post(users, { email: 'silent@signalbox.example', rootRole: 3, sendEmail: false });
    deepEqual([silent.body.emailSent, mail.mails.length], [false, before]);
    const { body } = await app.admin.post(users, { email: 'new@signalbox.example', rootRole: 3 });
    deepEqual([body.emailSent, mail.mails.length, mail.recipients.at(-1)], [true, before + 1, 'new@signalbox.example']);
    const text = readable(mail.mails.at(-1) ?? '');
    ok(text.includes(body.inviteLink));
    equal((await reset(tokenIn(text))).status, 200);
    equal(await logIn('new@signalbox.example', strong), 200);
  });

  it('are listed with their user, without the secret, until they are used or expire', async () => {
    const linkOf = async (user: number) =>
      (await app.admin.get(users)).body.users.find(({ id }: { id: number }) => id === user).inviteLink as string | undefined;
    const invite = async (name: string) =>
      (await app.admin.post(users, { email: `${name}@signalbox.example`, rootRole: 3, sendEmail: false })).body;
    const [used, expired] = [await invite('using'), await invite('waiting')];
    for (const { id } of [used, expired]) equal(await linkOf(id), 'https://flags.example/new-user');
    equal((await reset(tokenIn(used.inviteLink))).status, 200);
    app.wait(23 * hourMs);
    deepEqual([await linkOf(used.id), await linkOf(expired.id)], [undefined, 'https://flags.example/new-user']);
    app.wait(hourMs);
    equal(await linkOf(expired.id), undefined);
    app.wait(-24 * hourMs);
  });

  it('are only in the response if the server refuses the mail', async () => {
    mail.refuse();
    const { status, body } = await app.admin.post(users, { email: 'unlucky@signalbox.example', rootRole: 3 });
    deepEqual([status, body.emailSent], [201, false]);
    equal((await validate(tokenIn(body.inviteLink))).status, 200);
  });
});

describe('the rules for passwords', () => {
  let app: IdentityApp;
  before(async () => {
    app = await startIdentity();
  });
  after(() => app.close());

  it('can be checked by anyone, and return all weaknesses', async () => {
    const { client } = await app.someone(3);
    for (const [caller, path] of [
      [app.as(null), '/auth/reset/validate-password'],
      [client, `${users}/validate-password`],
    ] as const) {
      equal((await caller.post(path, { password: strong })).status, 200);
      equal((await caller.post(path, { password: 'twenty characters and more' })).status, 200);
      equal((await caller.post(path, { password: '' })).body.name, 'PasswordUndefinedError');
      const { status, body } = await caller.post(path, { password: 'aaab' });
      deepEqual([status, body.name, body.details[0].message], [400, 'OwaspValidationError', body.message]);
      equal(body.details[0].validationErrors.length, 5);
      equal((await caller.post(path, { password: 'Ab1!'.repeat(33) })).body.name, 'OwaspValidationError');
    }
  });
});
