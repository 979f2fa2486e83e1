import { deepEqual, equal, match } from 'node:assert/strict';
import { Authenticator } from '../authenticator.fixture.ts';
import { type FactorsApp, origin, startFactors } from '../factors-app.fixture.ts';
import { password } from '../../identity-app.fixture.ts';

const path = '/api/admin/user/factors';

describe('a user’s own second factors', () => {
  let app: FactorsApp;
  before(async () => {
    app = await startFactors();
  });
  after(() => app.close());

  async function provedUser() {
    const someone = await app.someone(3);
    await app.stepUpByPassword(someone.client);
    return someone;
  }

  it('are none at first, and not required', async () => {
    const { client, username } = await app.someone(3);
    deepEqual((await client.get(path)).body, { required: false, totp: null, passkeys: [], recoveryCodes: 0 });
    equal((await app.password(username)).status, 200);
  });

  it('cannot be changed with a session alone', async () => {
    const { client } = await app.someone(3);
    for (const answer of [
      await client.post(`${path}/totp`),
      await client.post(`${path}/totp/confirmation`, { code: '000000' }),
      await client.delete(`${path}/totp`),
      await client.post(`${path}/passkeys/options`, {}),
      await client.post(`${path}/passkeys`, { name: 'x', response: new Authenticator(origin).create({ challenge: 'x' }) }),
      await client.delete(`${path}/passkeys/x`),
      await client.post(`${path}/recovery-codes`),
    ])
      deepEqual([answer.status, answer.body.name, answer.body.path], [403, 'StepUpRequired', '/api/admin/user/step-up']);
  });

  it('include passkeys that cannot log in alone, unless requested', async () => {
    const { client } = await provedUser();
    const keyOf = async (body: object) => (await client.post(`${path}/passkeys/options`, body)).body.authenticatorSelection.residentKey;
    deepEqual([await keyOf({}), await keyOf({ passwordless: true })], ['discouraged', 'required']);
  });

  it('include an authenticator app, added with its first code, whose secret and recovery codes are shown once', async () => {
    const { client, id, username } = await provedUser();
    const begun = await client.post(`${path}/totp`);
    equal(begun.headers['cache-control'], 'no-store');
    match(begun.body.secret, /^[A-Z2-7]{32}$/);
    const uri = new URL(begun.body.uri);
    deepEqual(
      [uri.protocol, uri.host, uri.searchParams.get('issuer'), uri.searchParams.get('secret')],
      ['otpauth:', 'totp', 'Signalbox', begun.body.secret],
    );
    equal((await app.password(username)).status, 200, 'the app is not confirmed yet');
    const confirm = (code: string) => client.post(`${path}/totp/confirmation`, { code });
    deepEqual((await confirm('000000')).body.name, 'BadDataError');
    const events = await app.eventsOf('identity', async () => {
      const confirmed = await confirm(app.nextCode(begun.body.secret));
      deepEqual([confirmed.status, confirmed.body.recoveryCodes.length], [200, 10]);
      equal((await app.code(await app.tokenOf(username), confirmed.body.recoveryCodes[0])).status, 200);
    });
    deepEqual(
      events.map(({ type, data, createdByUserId }) => ({ type, data, createdByUserId })),
      [
        {
          type: 'user-factor-added',
          data: { id, name: `${username}@signalbox.example`, kind: 'totp', factorName: null },
          createdByUserId: id,
        },
      ],
    );
    const { totp, recoveryCodes } = (await client.get(path)).body;
    deepEqual([Object.keys(totp), recoveryCodes], [['createdAt'], 9]);
    equal((await client.post(`${path}/totp`)).body.name, 'InvalidOperationError');
  });

  it('include named passkeys, removed one by one, and recovery codes, removed with the last factor', async () => {
    const { client, id, username } = await provedUser();
    const events = await app.eventsOf('identity', async () => {
      for (const name of ['Laptop', 'Key on the ring']) await app.addPasskey(client, { name, passwordless: name === 'Laptop' });
      const { body } = await client.get(path);
      deepEqual(
        body.passkeys.map(({ name, passwordless, seenAt }: Record<string, unknown>) => [name, passwordless, seenAt]),
        [
          ['Laptop', true, null],
          ['Key on the ring', false, null],
        ],
      );
      equal(body.recoveryCodes, 10);
      const [first, last] = body.passkeys;
      const remove = async ({ id: passkey }: { id: string }) => (await client.delete(`${path}/passkeys/${passkey}`)).status;
      deepEqual([await remove(first), await remove(first)], [200, 404]);
      const other = await provedUser();
      equal((await other.client.delete(`${path}/passkeys/${last.id}`)).status, 404);
      equal((await client.get(path)).body.recoveryCodes, 10);
      equal(await remove(last), 200);
    });
    deepEqual((await client.get(path)).body, { required: false, totp: null, passkeys: [], recoveryCodes: 0 });
    const fact = { id, name: `${username}@signalbox.example`, kind: 'passkey' };
    deepEqual(
      events.map(({ type, data, preData }) => [type, data ?? preData]),
      [
        ['user-factor-added', { ...fact, factorName: 'Laptop' }],
        ['user-factor-added', { ...fact, factorName: 'Key on the ring' }],
        ['user-factor-removed', { ...fact, factorName: 'Laptop' }],
        ['user-factor-removed', { ...fact, factorName: 'Key on the ring' }],
      ],
    );
  });

  it('exclude passkeys without a challenge, of another origin, registered twice, or with a certificate', async () => {
    const { client } = await provedUser();
    const newOptions = async (passwordless = false) => (await client.post(`${path}/passkeys/options`, { passwordless })).body;
    const add = async (response: object) => {
      const { status, body } = await client.post(`${path}/passkeys`, { name: 'x', response });
      return [status, body.name];
    };
    const refused = [400, 'BadDataError'];
    const authenticator = new Authenticator(origin);
    deepEqual(await add(authenticator.create({ challenge: 'eA' })), refused);
    deepEqual(await add(authenticator.create(await newOptions(), { origin: 'https://evil.example' })), refused);
    deepEqual(await add(authenticator.create(await newOptions(), { rpId: 'evil.example' })), refused);
    deepEqual(await add(authenticator.create(await newOptions(true), { isVerified: false })), refused);
    deepEqual(await add(authenticator.create(await newOptions(), { certificate: Buffer.from('0000') })), refused);
    const other = await provedUser();
    const theirs = (await other.client.post(`${path}/passkeys/options`, {})).body;
    deepEqual(await add(authenticator.create(theirs)), refused);
    const response = authenticator.create(await newOptions());
    deepEqual(await add(response), [201, undefined]);
    deepEqual(await add(response), refused);
    deepEqual(await add(authenticator.create(await newOptions())), [409, 'ConflictError']);
  });

  it('include at most twenty passkeys', async () => {
    const { client } = await provedUser();
    for (let count = 0; count < 20; count += 1) await app.addPasskey(client);
    equal((await client.post(`${path}/passkeys/options`, {})).body.name, 'InvalidOperationError');
  });

  it('do not exist for tokens', async () => {
    const { secret } = (await app.admin.post('/api/admin/api-tokens', { tokenName: 'ci', type: 'admin' })).body;
    const token = app.holding('token', secret);
    equal((await token.get(path)).status, 403);
    equal((await token.post('/api/admin/user/step-up', { password })).status, 403);
  });

  describe('step-up authentication', () => {
    const stepUp = '/api/admin/user/step-up';

    it('accepts the password without a factor, and only a factor otherwise', async () => {
      const { client } = await app.someone(3);
      const { status, body } = await client.post(stepUp, { password });
      equal(status, 200);
      equal(Math.round((Date.parse(body.provedUntil) - app.now()) / 60_000), 10);
      equal((await client.post(stepUp, {})).status, 400);
      equal((await client.post(stepUp, { password: 'wrong' })).status, 401);
      const { secret, recoveryCodes } = await app.addApp(client);
      const authenticator = await app.addPasskey(client);
      app.wait(600_000);
      equal((await client.delete(`${path}/totp`)).body.name, 'StepUpRequired');
      equal((await client.post(stepUp, { password })).status, 400);
      equal((await client.post(stepUp, { code: '000000' })).status, 401);
      for (const code of [app.nextCode(secret), recoveryCodes[0]]) equal((await client.post(stepUp, { code })).status, 200);
      app.wait(600_000);
      const options = (await client.post(`${stepUp}/options`)).body;
      equal((await client.post(stepUp, { response: authenticator.get(options) })).status, 200);
      equal((await client.post(stepUp, { response: authenticator.get(options) })).status, 401);
      equal((await client.delete(`${path}/totp`)).status, 200);
    });

    it('applies to that session only', async () => {
      const { client, username } = await provedUser();
      const other = app.holding('session', await app.logIn(username));
      equal((await other.post(`${path}/totp`)).status, 403);
      equal((await client.post(`${path}/totp`)).status, 200);
    });

    it('delays guesses', async () => {
      const { client } = await app.someone(3);
      const guess = async () => (await client.post(stepUp, { password: 'wrong' })).status;
      for (let attempt = 0; attempt < 5; attempt += 1) equal(await guess(), 401);
      equal((await client.post(stepUp, { password })).status, 429);
    });
  });
});
