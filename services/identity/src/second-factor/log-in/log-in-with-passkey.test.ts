import { deepEqual, equal, match, notEqual } from 'node:assert/strict';
import { Authenticator, type Deviation } from '../authenticator.fixture.ts';
import { type FactorsApp, origin, startFactors } from '../factors-app.fixture.ts';

const second = '/auth/second-factor/passkey';
const alone = '/auth/passkey/login';

describe('a login with a passkey', () => {
  let app: FactorsApp;
  before(async () => {
    app = await startFactors();
  });
  after(() => app.close());

  async function someoneWithPasskey(passwordless = false) {
    const someone = await app.someone(3);
    await app.stepUpByPassword(someone.client);
    return { ...someone, authenticator: await app.addPasskey(someone.client, { passwordless }) };
  }

  const send = (path: string, body: object) => app.as(null).post(path, body);
  const optionsFor = async (token: string) => (await send(`${second}/options`, { token })).body;

  /** Sends the second step with the authenticator's response. */
  async function proveWith(username: string, authenticator: Authenticator, deviation: Deviation = {}) {
    const token = await app.tokenOf(username);
    return send(second, { token, response: authenticator.get(await optionsFor(token), deviation) });
  }

  async function enterAlone(authenticator: Authenticator, deviation: Deviation = {}) {
    const { body } = await send(`${alone}/options`, {});
    return send(alone, { response: authenticator.get(body, deviation) });
  }

  it('completes a login that started with the password', async () => {
    const { username, id, authenticator } = await someoneWithPasskey();
    const first = await app.password(username);
    deepEqual([first.status, first.body.factors], [202, ['passkey', 'recovery-code']]);
    const options = await optionsFor(first.body.token);
    deepEqual([options.rpId, options.allowCredentials.length, options.userVerification], ['flags.example.com', 1, 'preferred']);
    const answer = await send(second, { token: first.body.token, response: authenticator.get(options) });
    equal((await app.entered(answer).get('/api/admin/user')).body.user.id, id);
  });

  const refused: Readonly<Record<string, Deviation>> = {
    'a page of another origin': { origin: 'https://flags.example.com.evil.example' },
    'another relying party': { rpId: 'evil.example' },
    'an unknown challenge': { challenge: Buffer.alloc(32).toString('base64url') },
  };
  for (const [what, deviation] of Object.entries(refused)) {
    it(`refuses a proof for ${what}`, async () => {
      const { username, authenticator } = await someoneWithPasskey(true);
      equal((await proveWith(username, authenticator, deviation)).status, 401);
      equal((await enterAlone(authenticator, deviation)).status, 401);
      equal((await proveWith(username, authenticator)).status, 200);
      equal((await enterAlone(authenticator)).status, 200);
    });
  }

  it('refuses a repeated proof, a late one, and one for another purpose', async () => {
    const { username, authenticator } = await someoneWithPasskey(true);
    const token = await app.tokenOf(username);
    const proof = authenticator.get(await optionsFor(token));
    equal((await send(second, { token, response: proof })).status, 200);
    equal((await send(second, { token: await app.tokenOf(username), response: proof })).status, 401);
    const late = await optionsFor(await app.tokenOf(username));
    app.wait(300_001);
    equal((await send(second, { token: await app.tokenOf(username), response: authenticator.get(late) })).status, 401);
    const forSecondStep = await optionsFor(await app.tokenOf(username));
    equal((await send(alone, { response: authenticator.get(forSecondStep) })).status, 401);
  });

  it('accepts only one of two concurrent proofs for one challenge', async () => {
    const { username, authenticator } = await someoneWithPasskey();
    const [one, other] = [await app.tokenOf(username), await app.tokenOf(username)];
    const options = await optionsFor(one);
    const answers = await Promise.all([one, other].map((token) => send(second, { token, response: authenticator.get(options) })));
    deepEqual(
      answers.map(({ status }) => status).sort((one, other) => one - other),
      [200, 401],
    );
  });

  it('refuses a cloned authenticator, whose counter is too low', async () => {
    const { username, authenticator } = await someoneWithPasskey();
    equal((await proveWith(username, authenticator, { counter: 7 })).status, 200);
    equal((await proveWith(username, authenticator, { counter: 7 })).status, 401);
    equal((await proveWith(username, authenticator, { counter: 8 })).status, 200);
  });

  it('refuses another user’s passkey, and a removed one', async () => {
    const [owner, other] = [await someoneWithPasskey(), await someoneWithPasskey()];
    equal((await proveWith(owner.username, other.authenticator)).status, 401);
    const { body } = await other.client.get('/api/admin/user/factors');
    equal((await other.client.delete(`/api/admin/user/factors/passkeys/${body.passkeys[0].id}`)).status, 200);
    equal((await app.password(other.username)).status, 200);
    equal((await enterAlone(other.authenticator)).status, 401);
  });

  it('needs no password if the user chose that and the authenticator has verified the user', async () => {
    const { id, authenticator } = await someoneWithPasskey(true);
    equal((await enterAlone(authenticator, { isVerified: false })).status, 401);
    const answer = await enterAlone(authenticator);
    match(String(answer.headers['set-cookie']), /^unleash-session=[0-9a-f]{64}; .*,signalbox-browser=[0-9a-f]{64}; /);
    equal((await app.entered(answer).get('/api/admin/user')).body.user.id, id);
  });

  it('needs the password otherwise', async () => {
    const { username, authenticator } = await someoneWithPasskey();
    equal((await enterAlone(authenticator)).status, 401);
    equal((await proveWith(username, authenticator)).status, 200);
  });

  it('reveals no user in its options, and creates a new challenge each time', async () => {
    const options = await Promise.all([1, 2].map(async () => (await send(`${alone}/options`, {})).body));
    for (const { allowCredentials = [], userVerification } of options) deepEqual([allowCredentials, userVerification], [[], 'required']);
    notEqual(options[0].challenge, options[1].challenge);
  });

  it('refuses deleted users and malformed proofs', async () => {
    const { id, authenticator } = await someoneWithPasskey(true);
    equal((await app.admin.delete(`/api/admin/user-admin/${id}`)).status, 200);
    equal((await enterAlone(authenticator)).status, 401);
    const { response, ...rest } = new Authenticator(origin).get({ challenge: 'x' });
    equal((await send(alone, { response: { ...rest, response: { ...response, clientDataJSON: 'AAAA' } } })).status, 401);
    equal((await send(alone, { response: { ...rest, response: { ...response, clientDataJSON: '{}' } } })).status, 400);
  });
});
