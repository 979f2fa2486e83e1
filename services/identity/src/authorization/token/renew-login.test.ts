import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { hashSecret, roleIds } from '@signalbox/contracts';
import { dayMs, hourMs, minuteMs } from '@signalbox/kit';
import { eventually } from '@signalbox/testing';
import { type IdentityApp, startIdentity } from '../../identity-app.fixture.ts';
import { granted, logInByBrowser, refusal, refusedWith, renew, sendForm } from '../command-line.fixture.ts';

const tokens = '/api/admin/user/tokens';

describe('renewal of a login of the command line', () => {
  let app: IdentityApp;
  before(async () => {
    app = await startIdentity();
  });
  after(() => app.close());

  const works = async (token: string) => (await app.holding('token', token).get('/api/admin/user')).status === 200;
  const invalid = refusedWith('invalid_grant');

  it('replaces both tokens under the same id, for another twelve hours, without an event', async () => {
    const { client } = await app.someone(roleIds.viewer);
    const first = await logInByBrowser(app, client);
    const [before] = (await client.get(tokens)).body.pats;
    app.wait(11 * hourMs);
    let answer = first;
    const events = await app.eventsOf('identity', async () => {
      answer = granted(await renew(app, first.refresh_token));
    });
    deepEqual(events, []);
    deepEqual([answer.expires_in, Math.round((2_592_000 - answer.refresh_token_expires_in) / 60)], [43_200, 660]);
    match(answer.access_token, /^user:[0-9a-f]{56}$/);
    notEqual(answer.refresh_token, first.refresh_token);
    deepEqual([await works(first.access_token), await works(answer.access_token)], [false, true]);
    const { pats } = (await client.get(tokens)).body;
    deepEqual([pats.length, pats[0].id, pats[0].renewableUntil], [1, before.id, before.renewableUntil]);
    await eventually(() => app.published.some(({ credentials }) => credentials.includes(hashSecret(first.access_token))));
  });

  it('works after the token has expired, until thirty days after the login', async () => {
    const { client } = await app.someone(roleIds.viewer);
    let { refresh_token, access_token, expires_in, refresh_token_expires_in } = await logInByBrowser(app, client);
    app.wait(20 * dayMs);
    equal(await works(access_token), false);
    ({ refresh_token, access_token } = granted(await renew(app, refresh_token)));
    ok(await works(access_token));
    app.wait(10 * dayMs - hourMs);
    ({ refresh_token, expires_in, refresh_token_expires_in } = granted(await renew(app, refresh_token)));
    deepEqual([expires_in <= 3600, expires_in > 3500, refresh_token_expires_in <= 3600], [true, true, true]);
    app.wait(hourMs);
    deepEqual(refusal(await renew(app, refresh_token)), invalid);
  });

  it('accepts each refresh token once; a concurrent use is refused and ends nothing', async () => {
    const { client } = await app.someone(roleIds.viewer);
    const { refresh_token } = await logInByBrowser(app, client);
    const answers = await Promise.all([renew(app, refresh_token), renew(app, refresh_token)]);
    deepEqual(
      answers.map(({ status }) => status).sort((one, other) => one - other),
      [200, 400],
    );
    const { access_token } = answers.find(({ status }) => status === 200)?.body ?? {};
    ok(await works(access_token));
  });

  it('ends the login when any used refresh token comes back later', async () => {
    const { client } = await app.someone(roleIds.viewer);
    const first = await logInByBrowser(app, client);
    const second = granted(await renew(app, first.refresh_token));
    const third = granted(await renew(app, second.refresh_token));
    app.wait(minuteMs + 1000);
    const [event] = await app.eventsOf('identity', async () => deepEqual(refusal(await renew(app, first.refresh_token)), invalid));
    equal(event?.type, 'pat-deleted');
    equal(await works(third.access_token), false);
    deepEqual(refusal(await renew(app, third.refresh_token)), invalid);
  });

  it('is refused for unknown tokens, access tokens and tokens made by hand', async () => {
    const { client } = await app.someone(roleIds.viewer);
    const { access_token } = await logInByBrowser(app, client);
    const expiresAt = new Date(Date.now() + 90 * dayMs).toISOString();
    const { secret } = (await client.post(tokens, { description: 'by hand', expiresAt })).body;
    for (const token of ['0'.repeat(88), '', 'x', access_token, secret]) {
      const { status } = await renew(app, token);
      equal(status, 400);
    }
    ok(await works(access_token));
  });

  it('ends when an administrator sets the password, ends the sessions or deletes the user', async () => {
    const admin = app.holding('session', await app.logIn('admin'));
    for (const end of [
      (id: number) => admin.post(`/api/admin/user-admin/${id}/change-password`, { password: 'An0ther!Passw0rd' }),
      (id: number) => admin.delete(`/api/admin/user-admin/${id}/sessions`),
      (id: number) => admin.delete(`/api/admin/user-admin/${id}`),
    ]) {
      const { client, id } = await app.someone(roleIds.viewer);
      const { refresh_token } = await logInByBrowser(app, client);
      equal((await end(id)).status, 200);
      deepEqual(refusal(await renew(app, refresh_token)), invalid);
    }
  });

  it('ends by log-out with either token, which is answered in the same way for unknown tokens', async () => {
    const { client } = await app.someone(roleIds.viewer);
    for (const kind of ['access_token', 'refresh_token'] as const) {
      const login = await logInByBrowser(app, client);
      const [event] = await app.eventsOf('identity', async () => {
        const { status, body } = await sendForm(app, '/auth/revoke', { token: login[kind] });
        deepEqual([status, body], [200, '']);
      });
      equal(event?.type, 'pat-deleted');
      equal(await works(login.access_token), false);
      deepEqual(refusal(await renew(app, login.refresh_token)), invalid);
      equal((await sendForm(app, '/auth/revoke', { token: login[kind] })).status, 200);
    }
    equal((await sendForm(app, '/auth/revoke', { token: 'unknown', token_type_hint: 'refresh_token' })).status, 200);
    deepEqual(refusal(await sendForm(app, '/auth/revoke', {})), refusedWith('invalid_request'));
    deepEqual(refusal(await sendForm(app, '/auth/revoke', { client_id: 'other', token: 'x' })), refusedWith('invalid_client'));
  });

  it('ends earlier where personal tokens live for less than thirty days', async () => {
    const strict = await startIdentity({ settings: { PERSONAL_TOKEN_DAYS: '2' } });
    const { client } = await strict.someone(roleIds.viewer);
    equal((await logInByBrowser(strict, client)).refresh_token_expires_in, 172_800);
    await strict.close();
  });
});
