import { deepEqual, equal, match } from 'node:assert/strict';
import { clientAddressHeader, hashSecret, roleIds } from '@signalbox/contracts';
import { dayMs } from '@signalbox/kit';
import { type IdentityApp, startIdentity } from '../../identity-app.fixture.ts';
import { PersonalToken } from '../../tables/token.ts';
import { AuthorizationGrant } from '../../tables/authorization-grant.ts';
import { forgetGrantsJob } from '../forget-grants.ts';
import {
  approveCode,
  devices,
  granted,
  logInByBrowser,
  newVerifier,
  pollDevice,
  sendCode,
  refusal,
  refusedWith,
  sendForm,
  startDevice,
} from '../command-line.fixture.ts';

const interval = 5000;

describe('a login of the command line by device code', () => {
  let app: IdentityApp;
  before(async () => {
    app = await startIdentity({ settings: { BASE_URL: 'https://flags.example.com/' } });
  });
  after(() => app.close());

  const approve = async (userCode: string, approved = true) => {
    const { client, id } = await app.someone(roleIds.viewer);
    equal((await client.post(devices, { userCode, approved })).status, 200);
    return { client, id };
  };

  it('starts with a device code, a code to type and the address to type it at', async () => {
    const { status, headers, body } = await sendForm(app, '/auth/device', { host: 'build-7' });
    deepEqual([status, headers['cache-control']], [200, 'no-store']);
    const { device_code, user_code, ...rest } = body;
    match(device_code, /^[0-9a-f]{64}$/);
    match(user_code, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    deepEqual(rest, {
      verification_uri: 'https://flags.example.com/device',
      verification_uri_complete: `https://flags.example.com/device?code=${user_code}`,
      expires_in: 600,
      interval: 5,
    });
  });

  it('shows the machine and its address before approval, whatever way the code is typed', async () => {
    const { user_code } = await startDevice(app, 'build-7', '192.0.2.7');
    const { client } = await app.someone(roleIds.viewer);
    for (const typed of [user_code, user_code.toLowerCase(), user_code.replace('-', ' '), ` ${user_code.replace('-', '')}`]) {
      const { status, body } = await client.post(`${devices}/check`, { userCode: typed });
      const { createdAt, expiresAt, ...rest } = body;
      deepEqual([status, Date.parse(expiresAt) - Date.parse(createdAt)], [200, 600_000]);
      deepEqual(rest, { userCode: user_code, host: 'build-7', address: '192.0.2.7' });
    }
  });

  it('waits for approval, then returns a token of the approver', async () => {
    const { device_code, user_code } = await startDevice(app, 'build-7');
    deepEqual(refusal(await pollDevice(app, device_code)), refusedWith('authorization_pending'));
    const { id, client } = await approve(user_code);
    app.wait(interval);
    const { access_token } = granted(await pollDevice(app, device_code));
    equal((await app.holding('token', access_token).get('/api/admin/user')).body.user.id, id);
    equal((await client.get('/api/admin/user/tokens')).body.pats[0].description, 'CLI on build-7');
  });

  it('slows down a device that polls too fast, for good', async () => {
    const { device_code } = await startDevice(app);
    const poll = async (afterMs: number) => {
      app.wait(afterMs);
      return (await pollDevice(app, device_code)).body.error;
    };
    deepEqual(
      [await poll(0), await poll(1000), await poll(interval), await poll(15_000), await poll(15_000)],
      ['authorization_pending', 'slow_down', 'slow_down', 'authorization_pending', 'authorization_pending'],
    );
  });

  it('slows down a fast device only while it waits', async () => {
    const { device_code, user_code } = await startDevice(app);
    await pollDevice(app, device_code);
    await approve(user_code);
    granted(await pollDevice(app, device_code));
  });

  it('ends with access_denied when the user denies it', async () => {
    const { device_code, user_code } = await startDevice(app);
    await approve(user_code, false);
    deepEqual(refusal(await pollDevice(app, device_code)), refusedWith('access_denied'));
  });

  it('expires after ten minutes, approved or not', async () => {
    const [waiting, approved] = [await startDevice(app), await startDevice(app)];
    const { client } = await approve(approved.user_code);
    app.wait(600_001);
    deepEqual(refusal(await pollDevice(app, waiting.device_code)), refusedWith('expired_token'));
    deepEqual(refusal(await pollDevice(app, approved.device_code)), refusedWith('expired_token'));
    equal((await client.post(`${devices}/check`, { userCode: waiting.user_code })).status, 404);
    equal((await client.post(devices, { userCode: waiting.user_code, approved: true })).status, 404);
  });

  it('accepts the code of a machine once, and the first decision counts', async () => {
    const { device_code, user_code } = await startDevice(app);
    const { id } = await approve(user_code);
    const { client } = await app.someone(roleIds.viewer);
    equal((await client.post(devices, { userCode: user_code, approved: false })).status, 404);
    equal((await client.post(`${devices}/check`, { userCode: user_code })).status, 404);
    const { access_token } = granted(await pollDevice(app, device_code));
    const holder = app.holding('token', access_token);
    equal((await holder.get('/api/admin/user')).body.user.id, id);
    deepEqual(refusal(await pollDevice(app, device_code)), refusedWith('invalid_grant'));
    equal((await holder.get('/api/admin/user')).status, 401);
  });

  it('issues one token to concurrent polls, and one decision to concurrent approvals', async () => {
    const { device_code, user_code } = await startDevice(app);
    const [one, other] = [await app.someone(roleIds.viewer), await app.someone(roleIds.viewer)];
    const decisions = await Promise.all([one, other].map(({ client }) => client.post(devices, { userCode: user_code, approved: true })));
    equal(decisions.filter(({ status }) => status === 200).length, 1);
    const polls = await Promise.all([1, 2, 3].map(() => pollDevice(app, device_code)));
    equal(polls.filter(({ status }) => status === 200).length, 1);
  });

  it('refuses an unknown device code and one that is an authorization code, and the reverse', async () => {
    deepEqual(refusal(await pollDevice(app, '0'.repeat(64))), refusedWith('invalid_grant'));
    const { client } = await app.someone(roleIds.viewer);
    const verifier = newVerifier();
    const code = await approveCode(client, verifier);
    deepEqual(refusal(await pollDevice(app, code)), refusedWith('invalid_grant'));
    const { device_code, user_code } = await startDevice(app);
    await approve(user_code);
    deepEqual(refusal(await sendCode(app, device_code, verifier)), refusedWith('invalid_grant'));
  });

  it('ends with the access of its approver before the token is issued', async () => {
    const { device_code, user_code } = await startDevice(app);
    const { id } = await approve(user_code);
    equal((await app.admin.delete(`/api/admin/user-admin/${id}/sessions`)).status, 200);
    deepEqual(refusal(await pollDevice(app, device_code)), refusedWith('invalid_grant'));
  });

  it('limits the codes that a user may try, right or wrong', async () => {
    const { user_code } = await startDevice(app);
    const { client } = await app.someone(roleIds.viewer);
    for (let number = 1; number <= 10; number += 1) {
      equal((await client.post(`${devices}/check`, { userCode: 'BBBB-BBBB' })).status, 404);
      equal((await client.post(devices, { userCode: 'not a code', approved: true })).status, 404);
    }
    const { status, body } = await client.post(`${devices}/check`, { userCode: user_code });
    deepEqual([status, body.name], [429, 'RateLimitError']);
    equal((await client.post(devices, { userCode: user_code, approved: true })).status, 429);
  });

  it('limits the devices of one address', async () => {
    for (let number = 1; number <= 20; number += 1) await startDevice(app, 'laptop', `2001:db8:ffff:1::${number}`);
    const from = { [clientAddressHeader]: '2001:db8:ffff:1::ffff' };
    const { status, body, headers } = await sendForm(app, '/auth/device', { host: 'laptop' }, from);
    deepEqual([status, body.name, Number(headers['retry-after']) > 0], [429, 'RateLimitError', true]);
    await startDevice(app);
  });

  it('can be approved in a session only', async () => {
    const { user_code } = await startDevice(app);
    const { client } = await app.someone(roleIds.viewer);
    const holder = app.holding('token', (await logInByBrowser(app, client)).access_token);
    equal((await holder.post(`${devices}/check`, { userCode: user_code })).status, 403);
    equal((await holder.post(devices, { userCode: user_code, approved: true })).status, 403);
    equal((await app.as(null).post(`${devices}/check`, { userCode: user_code })).status, 401);
  });

  for (const [what, fields, error] of [
    ['no client', { client_id: undefined }, 'invalid_request'],
    ['another client', { client_id: 'other' }, 'invalid_client'],
    ['no host', { host: undefined }, 'invalid_request'],
    ['a host that speaks', { host: 'build server of your administrator' }, 'invalid_request'],
    ['a host with markup', { host: '<b>' }, 'invalid_request'],
    ['a long host', { host: 'x'.repeat(64) }, 'invalid_request'],
  ] as const)
    it(`is refused with ${what}`, async () => {
      deepEqual(refusal(await sendForm(app, '/auth/device', { host: 'laptop', ...fields })), refusedWith(error));
    });

  it('is forgotten once it has expired, as is a login that can no longer be renewed', async () => {
    const { device_code } = await startDevice(app);
    const em = app.store('identity').reader();
    const left = async (at: Date) => {
      await app.store('identity').transaction((work) =>
        forgetGrantsJob.run({
          write: (run: (context: { em: typeof work; now: () => Date }) => unknown) => Promise.resolve(run({ em: work, now: () => at })),
        } as never),
      );
      return em.count(AuthorizationGrant, { hash: hashSecret(device_code) });
    };
    const { expiresAt: at } = await em.findOneOrFail(AuthorizationGrant, { hash: hashSecret(device_code) });
    deepEqual([await left(new Date(at.getTime() - 1)), await left(at)], [1, 0]);
    const { client, id: userId } = await app.someone(roleIds.viewer);
    await logInByBrowser(app, client);
    const expiresAt = new Date(Date.now() + 90 * dayMs).toISOString();
    equal((await client.post('/api/admin/user/tokens', { description: 'by hand', expiresAt })).status, 201);
    const { renewableUntil } = await em.findOneOrFail(PersonalToken, { userId, renewableUntil: { $ne: null } });
    const end = renewableUntil?.getTime() ?? 0;
    await left(new Date(end - 1));
    equal(await em.count(PersonalToken, { userId }), 2);
    await left(new Date(end));
    equal(await em.count(PersonalToken, { userId }), 1);
  });
});
