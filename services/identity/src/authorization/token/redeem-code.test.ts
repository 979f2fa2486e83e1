import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { hashSecret, roleIds } from '@signalbox/contracts';
import { hourMs, minuteMs } from '@signalbox/kit';
import type { Answer } from '@signalbox/testing';
import { type IdentityApp, startIdentity } from '../../identity-app.fixture.ts';
import {
  approvals,
  approveCode,
  authorizationOf,
  challengeOf,
  granted,
  logInByBrowser,
  newVerifier,
  sendCode,
  loopback,
  refusal,
  refusedWith,
  sendForm,
} from '../command-line.fixture.ts';

const tokens = '/api/admin/user/tokens';

describe('a login of the command line through the browser', () => {
  let app: IdentityApp;
  before(async () => {
    app = await startIdentity({ settings: { BASE_URL: 'https://flags.example.com' } });
  });
  after(() => app.close());

  const works = async (token: string) => (await app.holding('token', token).get('/api/admin/user')).status === 200;

  it('redirects to the loopback address with a code, the state and the issuer', async () => {
    const { client } = await app.someone(roleIds.viewer);
    const { status, headers, body } = await client.post(approvals, authorizationOf(challengeOf(newVerifier())));
    deepEqual([status, headers['cache-control']], [200, 'no-store']);
    const { origin, pathname, searchParams } = new URL(body.redirectTo);
    equal(origin + pathname, loopback);
    const { code, ...rest } = Object.fromEntries(searchParams);
    match(code ?? '', /^[0-9a-f]{64}$/);
    deepEqual(rest, { state: 'opaque', iss: 'https://flags.example.com' });
  });

  it('returns a personal token for twelve hours in OAuth terms, which acts as the user', async () => {
    const { client, id } = await app.someone(roleIds.viewer);
    const verifier = newVerifier();
    const { status, headers, body } = await sendCode(app, await approveCode(client, verifier), verifier);
    const { access_token, refresh_token, ...rest } = body;
    deepEqual([status, headers['cache-control']], [200, 'no-store']);
    deepEqual(rest, { token_type: 'Bearer', expires_in: 43_200, refresh_token_expires_in: 2_592_000 });
    match(access_token, /^user:[0-9a-f]{56}$/);
    match(refresh_token, /^[0-9a-f]{88}$/);
    equal((await app.holding('token', access_token).get('/api/admin/user')).body.user.id, id);
    const [listed] = (await client.get(tokens)).body.pats;
    const { description, userId, expiresAt, createdAt, renewableUntil } = listed;
    deepEqual([description, userId], ['CLI on laptop', id]);
    deepEqual(
      [Date.parse(expiresAt) - Date.parse(createdAt), Date.parse(renewableUntil) - Date.parse(createdAt)],
      [12 * hourMs, 720 * hourMs],
    );
  });

  it('emits the event of a personal token in the name of the user, without secrets', async () => {
    const { client, id, username } = await app.someone(roleIds.viewer);
    let token = '';
    const [event, ...others] = await app.eventsOf('identity', async () => {
      token = (await logInByBrowser(app, client)).access_token;
    });
    deepEqual([others, event?.type, event?.createdBy, event?.createdByUserId], [[], 'pat-created', `${username}@signalbox.example`, id]);
    const { pats } = (await client.get(tokens)).body;
    const { seenAt: _unseen, ...fact } = pats[0];
    deepEqual(event?.data, fact);
    equal(JSON.stringify(event).includes(token.slice(5)), false);
  });

  it('ends with the token, which its owner revokes in the profile', async () => {
    const { client } = await app.someone(roleIds.viewer);
    const { access_token, refresh_token } = await logInByBrowser(app, client);
    ok(await works(access_token));
    const [{ id }] = (await client.get(tokens)).body.pats;
    equal((await client.delete(`${tokens}/${id}`)).status, 200);
    equal(await works(access_token), false);
    deepEqual(refusal(await sendForm(app, '/auth/token', { grant_type: 'refresh_token', refresh_token })), refusedWith('invalid_grant'));
  });

  it('expires after twelve hours', async () => {
    const { client } = await app.someone(roleIds.viewer);
    const { access_token } = await logInByBrowser(app, client);
    app.wait(12 * hourMs + 1000);
    equal(await works(access_token), false);
  });

  it('accepts a code once, and ends the login when the code comes again', async () => {
    const { client } = await app.someone(roleIds.viewer);
    const verifier = newVerifier();
    const code = await approveCode(client, verifier);
    const { access_token } = granted(await sendCode(app, code, verifier));
    const [event] = await app.eventsOf('identity', async () => {
      deepEqual(refusal(await sendCode(app, code, verifier)), refusedWith('invalid_grant'));
    });
    equal(event?.type, 'pat-deleted');
    equal(await works(access_token), false);
  });

  it('issues one token when a code is redeemed twice at the same time', async () => {
    const { client } = await app.someone(roleIds.viewer);
    const verifier = newVerifier();
    const code = await approveCode(client, verifier);
    const answers = await Promise.all([sendCode(app, code, verifier), sendCode(app, code, verifier), sendCode(app, code, verifier)]);
    deepEqual(
      answers.map(({ status }) => status).sort((one, other) => one - other),
      [200, 400, 400],
    );
  });

  it('refuses a code after a minute', async () => {
    const { client } = await app.someone(roleIds.viewer);
    const verifier = newVerifier();
    const code = await approveCode(client, verifier);
    app.wait(minuteMs + 1000);
    deepEqual(refusal(await sendCode(app, code, verifier)), refusedWith('invalid_grant'));
  });

  for (const [what, wrong] of [
    ['another verifier', { code_verifier: newVerifier() }],
    ['the challenge as verifier', 'challenge'],
    ['a short verifier', { code_verifier: 'short' }],
    ['another redirect', { redirect_uri: 'http://127.0.0.1:53683/callback' }],
  ] as const)
    it(`uses up a code that comes with ${what}`, async () => {
      const { client } = await app.someone(roleIds.viewer);
      const verifier = newVerifier();
      const code = await approveCode(client, verifier);
      const sent = wrong === 'challenge' ? { code_verifier: challengeOf(verifier) } : wrong;
      deepEqual(refusal(await sendCode(app, code, verifier, sent)), refusedWith('invalid_grant'));
      deepEqual(refusal(await sendCode(app, code, verifier)), refusedWith('invalid_grant'));
      deepEqual((await client.get(tokens)).body.pats, []);
    });

  for (const [what, fields, error] of [
    ['no grant type', { grant_type: undefined }, 'invalid_request'],
    ['an unknown grant type', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['no client', { client_id: undefined }, 'invalid_request'],
    ['another client', { client_id: 'other' }, 'invalid_client'],
    ['no code', { code: undefined }, 'invalid_request'],
    ['an empty code', { code: '' }, 'invalid_request'],
    ['an unknown code', { code: '0'.repeat(64) }, 'invalid_grant'],
    ['no redirect', { redirect_uri: undefined }, 'invalid_request'],
    ['no verifier', { code_verifier: undefined }, 'invalid_request'],
  ] as const)
    it(`refuses a token request with ${what}`, async () => {
      const answer: Answer = await sendCode(app, 'x', newVerifier(), fields);
      deepEqual(refusal(answer), refusedWith(error));
      equal(answer.body.error_description, answer.body.message);
    });

  for (const [what, parameters] of [
    ['PKCE plain', { codeChallengeMethod: 'plain' }],
    ['no PKCE method', { codeChallengeMethod: undefined }],
    ['no challenge', { codeChallenge: undefined }],
    ['a short challenge', { codeChallenge: 'abc' }],
    ['another client', { clientId: 'other' }],
    ['another response type', { responseType: 'token' }],
    ['no state', { state: undefined }],
    ['a host that speaks', { host: 'laptop. Press Approve' }],
    ...[
      'https://evil.example/callback',
      'http://evil.example:80/callback',
      'http://localhost:53682/callback',
      'http://127.0.0.1.evil.example:53682/callback',
      'http://127.0.0.1:53682@evil.example/callback',
      'http://127.0.0.1@evil.example:53682/callback',
      'http://127.0.0.1:53682\\@evil.example/',
      'http://127.0.0.2:53682/callback',
      'http://2130706433:53682/callback',
      'http://[::ffff:7f00:1]:53682/callback',
      'http://127.0.0.1/callback',
      'http://127.0.0.1:053682/callback',
      'http://127.0.0.1:53682/callback?next=https://evil.example',
      'http://127.0.0.1:53682/callback#here',
      'http://127.0.0.1:53682//evil.example',
      'http://127.0.0.1:53682/callback\n',
      'HTTP://127.0.0.1:53682/callback',
      'javascript:alert(1)//127.0.0.1:1/',
      'signalbox://127.0.0.1:53682/callback',
    ].map((uri) => [`the redirect ${JSON.stringify(uri)}`, { redirectUri: uri }] as const),
  ] as const)
    it(`refuses an approval with ${what}`, async () => {
      const { client } = await app.someone(roleIds.viewer);
      const { status, body } = await client.post(approvals, authorizationOf(challengeOf(newVerifier()), parameters));
      deepEqual([status, body.redirectTo], [400, undefined]);
    });

  for (const uri of ['http://[::1]:1/', 'http://127.0.0.1:65535', 'http://127.0.0.1:8080/a/b.c'])
    it(`accepts the loopback redirect ${uri}`, async () => {
      const { client } = await app.someone(roleIds.viewer);
      const verifier = newVerifier();
      const code = await approveCode(client, verifier, { redirectUri: uri });
      granted(await sendCode(app, code, verifier, { redirect_uri: uri }));
    });

  it('keeps a state that looks like parameters in one parameter', async () => {
    const { client } = await app.someone(roleIds.viewer);
    const { body } = await client.post(approvals, authorizationOf(challengeOf(newVerifier()), { state: 'a&code=b#c' }));
    const { searchParams, hash } = new URL(body.redirectTo);
    deepEqual([searchParams.get('state'), searchParams.getAll('code').length, hash], ['a&code=b#c', 1, '']);
  });

  it('redirects with access_denied when the user denies it, without a code', async () => {
    const { client } = await app.someone(roleIds.viewer);
    const { body } = await client.post(approvals, authorizationOf(challengeOf(newVerifier()), { approved: false }));
    deepEqual(Object.fromEntries(new URL(body.redirectTo).searchParams), {
      error: 'access_denied',
      state: 'opaque',
      iss: 'https://flags.example.com',
    });
  });

  it('replaces the token of an earlier login on the same machine, and no token made by hand', async () => {
    const { client } = await app.someone(roleIds.viewer);
    const first = await logInByBrowser(app, client);
    const events = await app.eventsOf('identity', () => logInByBrowser(app, client));
    deepEqual(
      events.map(({ type }) => type),
      ['pat-deleted', 'pat-created'],
    );
    equal(await works(first.access_token), false);
    const expiresAt = new Date(Date.now() + 48 * hourMs).toISOString();
    equal((await client.post(tokens, { description: 'CLI on desk', expiresAt })).status, 201);
    const answer = await client.post(approvals, authorizationOf(challengeOf(newVerifier()), { host: 'desk' }));
    deepEqual([answer.status, answer.body.name], [409, 'NameExistsError']);
    equal((await client.get(tokens)).body.pats.length, 2);
  });

  it('replaces the login renewed least recently beyond ten, and leaves room for tokens made by hand', async () => {
    const { client } = await app.someone(roleIds.viewer);
    const logins = [];
    for (let number = 1; number <= 11; number += 1) {
      logins.push(await logInByBrowser(app, client, { host: `machine-${number}` }));
      app.wait(1000);
    }
    const { pats } = (await client.get(tokens)).body;
    equal(pats.length, 10);
    equal(await works(logins[0]?.access_token ?? ''), false);
    ok(await works(logins[1]?.access_token ?? ''));
    const expiresAt = new Date(Date.now() + 60 * 24 * hourMs).toISOString();
    equal((await client.post(tokens, { description: 'by hand', expiresAt })).status, 201);
  });

  it('limits approvals of one user to twenty in ten minutes', async () => {
    const { client } = await app.someone(roleIds.viewer);
    const approve = () => client.post(approvals, authorizationOf(challengeOf(newVerifier())));
    for (let number = 1; number <= 20; number += 1) equal((await approve()).status, 200);
    const { status, body, headers } = await approve();
    deepEqual([status, body.name, Number(headers['retry-after']) > 0], [429, 'RateLimitError', true]);
  });

  it('ends with the access of its owner, even before the code is redeemed', async () => {
    const { client, id } = await app.someone(roleIds.viewer);
    const verifier = newVerifier();
    const code = await approveCode(client, verifier);
    equal((await app.admin.delete(`/api/admin/user-admin/${id}/sessions`)).status, 200);
    deepEqual(refusal(await sendCode(app, code, verifier)), refusedWith('invalid_grant'));
  });

  it('ends with its owner, even before the code is redeemed', async () => {
    const { client, id } = await app.someone(roleIds.viewer);
    const verifier = newVerifier();
    const code = await approveCode(client, verifier);
    equal((await app.admin.delete(`/api/admin/user-admin/${id}`)).status, 200);
    deepEqual(refusal(await sendCode(app, code, verifier)), refusedWith('invalid_grant'));
  });

  it('needs a session: tokens, API tokens and anonymous callers cannot approve', async () => {
    const { client } = await app.someone(roleIds.viewer);
    const { access_token } = await logInByBrowser(app, client);
    const { secret } = (await app.admin.post('/api/admin/api-tokens', { tokenName: 'ci', type: 'admin' })).body;
    const body = authorizationOf(challengeOf(newVerifier()));
    equal((await app.holding('token', access_token).post(approvals, body)).status, 403);
    equal((await app.holding('token', secret).post(approvals, body)).status, 403);
    equal((await app.as(null).post(approvals, body)).status, 401);
  });

  it('stores hashes only', async () => {
    const { client } = await app.someone(roleIds.viewer);
    const verifier = newVerifier();
    const code = await approveCode(client, verifier);
    const { access_token } = granted(await sendCode(app, code, verifier));
    const rows = await app
      .store('identity')
      .reader()
      .getKysely<Record<string, object>>({ type: 'read' })
      .selectFrom('authorization_grant')
      .selectAll()
      .execute();
    const text = JSON.stringify(rows);
    ok(text.includes(hashSecret(code)) && text.includes(hashSecret(access_token)));
    for (const secret of [code, verifier, access_token.slice(5)]) equal(text.includes(secret), false);
  });
});
