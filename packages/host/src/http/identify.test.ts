import { deepEqual, equal } from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { fetchAccess, type Principal, principalHeader } from '@signalbox/contracts';
import { answer, service, type Service, surface } from '@signalbox/kit';
import { eventually, openTestUsers, sign, start, type TestApp } from '@signalbox/testing';
import { exportJWK, SignJWT, UnsecuredJWT } from 'jose';
import { items, sampleService } from '../sample-service.fixture.ts';

const editor = openTestUsers().editor;
const issuer = 'signalbox/identity';
const inAMinute = () => Math.floor(Date.now() / 1000) + 60;
const newKeys = () => generateKeyPairSync('ed25519');

interface Ticket {
  readonly principal?: unknown;
  readonly kid?: string | undefined;
  readonly key?: KeyObject | Uint8Array;
  readonly alg?: string;
  readonly issuer?: string;
  readonly expiresAt?: number | null;
}

describe('principals', () => {
  let app: TestApp;
  before(async () => {
    app = await start([sampleService()]);
  });
  after(() => app.close());

  const call = (token: string) => app.with({ [principalHeader]: token }).get(items);

  it('are accepted if identity signed them', async () => {
    equal((await call(await sign(editor))).status, 200);
  });

  const own = newKeys();
  const ticket = ({ principal = editor, kid = 'test', key = own.privateKey, alg = 'EdDSA', ...rest }: Ticket = {}) => {
    const jwt = new SignJWT({ principal })
      .setProtectedHeader({ alg, ...(kid === undefined ? {} : { kid }) })
      .setIssuer(rest.issuer ?? issuer);
    if (rest.expiresAt !== null) jwt.setExpirationTime(rest.expiresAt ?? inAMinute());
    return jwt.sign(key);
  };
  const tampered = async () => {
    const [head, , signature] = (await sign(app.users.viewer)).split('.');
    const body = Buffer.from(JSON.stringify({ principal: editor, iss: issuer, exp: inAMinute() })).toString('base64url');
    return [head, body, signature].join('.');
  };
  const bad: Record<string, () => Promise<string> | string> = {
    expired: () => sign(editor, new Date(), -10),
    'signed by another key under a known name': () => ticket(),
    'signed by a key that nobody knows': () => ticket({ kid: 'other' }),
    'signed with a shared secret': () => ticket({ alg: 'HS256', key: new TextEncoder().encode('x'.repeat(32)) }),
    'changed after they were signed': tampered,
    'not signed': () => new UnsecuredJWT({ principal: editor }).setIssuer(issuer).setExpirationTime('1 minute').encode(),
    'no tokens at all': () => 'admin',
    empty: () => '',
  };
  for (const [how, make] of Object.entries(bad)) {
    it(`are anonymous when they are ${how}`, async () => {
      const { status, body } = await call(await make());
      deepEqual([status, body.name], [401, 'AuthenticationRequired']);
    });
  }
});

describe('principals under rotating keys', () => {
  let keys: { kid: string; publicKey: KeyObject; privateKey: KeyObject }[];
  let version = 1;
  let isAway = false;
  let fetches = 0;
  let aheadMs = 0;
  let app: TestApp;
  const newKey = (kid: string) => ({ kid, ...newKeys() });
  const identity: Service = service({
    surface: surface({ name: 'identity' }),
    routes: [],
    answers: [
      answer(fetchAccess, async () => {
        fetches += 1;
        if (isAway) throw new Error('identity is away');
        const jwks = await Promise.all(keys.map(async ({ kid, publicKey }) => ({ ...(await exportJWK(publicKey)), kid, alg: 'EdDSA' })));
        return { version, keys: jwks, roles: [], grants: [], projects: [], maintenance: false, heard: {} };
      }),
    ],
  });
  const open = (settings: Record<string, string> = {}) => {
    const now = () => new Date(Date.now() + aheadMs);
    return start([sampleService(), identity], { ownIdentity: true, effects: { now }, settings });
  };
  beforeEach(async () => {
    keys = [newKey('first')];
    version = 1;
    isAway = false;
    aheadMs = 0;
    app = await open();
  });
  afterEach(() => app.close());

  const user: Principal = { ...editor, accessVersion: 1 };
  const tokenBy = (index: number, { principal = user, ...claims }: { principal?: unknown; iss?: string; exp?: number | null } = {}) => {
    const { kid, privateKey } = keys[index] as (typeof keys)[number];
    const jwt = new SignJWT({ principal }).setProtectedHeader({ alg: 'EdDSA', kid }).setIssuer(claims.iss ?? issuer);
    if (claims.exp !== null) jwt.setExpirationTime(claims.exp ?? inAMinute());
    return jwt.sign(privateKey);
  };
  const status = async (token: string) => (await app.with({ [principalHeader]: token }).get(items)).status;

  it('are accepted at once when a new key signed them, repeatedly', async () => {
    for (let round = 0; round < 5; round += 1) {
      keys.push(newKey(`added-${round}`));
      equal(await status(await tokenBy(keys.length - 1)), 200);
    }
  });

  it('are rejected once their key was removed', async () => {
    const old = await tokenBy(0);
    equal(await status(old), 200);
    keys = [newKey('second')];
    version = 2;
    equal(await status(await tokenBy(0)), 200);
    equal(await status(old), 401);
  });

  it('are anonymous without an expiry, from another issuer, or with another purpose', async () => {
    equal(await status(await tokenBy(0)), 200);
    equal(await status(await tokenBy(0, { exp: null })), 401);
    equal(await status(await tokenBy(0, { iss: 'somebody else' })), 401);
    equal(await status(await tokenBy(0, { principal: { kind: 'user', rootRole: 1 } })), 401);
  });

  it('are verified once until they expire', async () => {
    const token = await tokenBy(0);
    equal(await status(token), 200);
    const before = fetches;
    isAway = true;
    for (let call = 0; call < 5; call += 1) equal(await status(token), 200);
    equal(fetches, before);
  });

  it('are anonymous once they have expired, even if they were accepted before', async () => {
    const token = await tokenBy(0);
    equal(await status(token), 200);
    aheadMs = 61_000;
    equal(await status(token), 401);
  });

  it('wait for a replica that is behind, and are accepted once it has caught up', async () => {
    const token = await tokenBy(0, { principal: { ...user, accessVersion: 2 } });
    const answered = status(token);
    version = 2;
    equal(await answered, 200);
  });

  it('get 425 with Retry-After if the replica does not catch up', async () => {
    await app.close();
    app = await open({ TEST_DEADLINE_FACTOR: '1' });
    const token = await tokenBy(0, { principal: { ...user, accessVersion: 99 } });
    const refused = await app.with({ [principalHeader]: token }).get(items);
    deepEqual([refused.status, refused.body.name, refused.headers['retry-after']], [425, 'TooEarlyError', '1']);
    version = 99;
    await eventually(async () => equal(await status(token), 200));
  });

  it('get 503 if their key cannot be fetched, without affecting others', async () => {
    isAway = true;
    keys.push(newKey('unknown'));
    equal(await status(await tokenBy(1)), 503);
    equal(await status(await tokenBy(0)), 200);
    isAway = false;
    equal(await status(await tokenBy(1)), 200);
  });
});
