import { deepEqual, equal, match } from 'node:assert/strict';
import { fetchTokens, hashSecret, roleIds } from '@signalbox/contracts';
import { type IdentityApp, randomHex, startIdentity } from '../identity-app.fixture.ts';

const path = '/api/admin/migration/tokens';
const personalPath = '/api/admin/migration/personal-tokens';
const times = { createdAt: '2020-02-03T04:05:06.789Z', seenAt: '2026-01-02T03:04:05.678Z' };
/** The random parts of a secret of later versions: 22 and 43 base64url characters. */
const later = () => `v2_${randomHex().slice(0, 22)}_${randomHex().slice(0, 43)}`;

describe('importing tokens', () => {
  let app: IdentityApp;
  before(async () => {
    app = await startIdentity();
  });
  after(() => app.close());

  const token = (secret: string, special: object = {}) => ({
    hash: hashSecret(secret),
    type: 'client',
    environment: 'development',
    projects: ['default'],
    tokenName: 'shop',
    ...times,
    ...special,
  });
  const send = (...tokens: object[]) => app.admin.post(path, { tokens });

  it('keeps secrets of both formats valid, with their scopes and times', async () => {
    const expiresAt = '2030-01-01T00:00:00.000Z';
    const [hex, v2] = [`default:development.${randomHex()}`, `[]:development.${later()}`];
    const events = await app.eventsOf('identity', async () => {
      const { status, body } = await send(token(hex, { type: 'backend', expiresAt }), token(v2, { type: 'frontend', projects: ['*'] }));
      deepEqual([status, body], [200, { created: 2, exists: 0, revoked: 0 }]);
    });
    deepEqual(
      events.map(({ type, data }) => [type, (data as { createdAt: string }).createdAt]),
      [
        ['api-token-created', times.createdAt],
        ['api-token-created', times.createdAt],
      ],
    );
    const { tokens } = await app.host.ask(fetchTokens, {});
    const fixed = { name: 'shop', environment: 'development' };
    deepEqual(tokens.slice(-2), [
      { ...fixed, hash: hashSecret(hex), type: 'client', projects: ['default'], expiresAt: Date.parse(expiresAt) },
      { ...fixed, hash: hashSecret(v2), type: 'frontend', projects: ['*'], expiresAt: null },
    ]);
    const listed = (await app.admin.get('/api/admin/api-tokens/shop')).body.tokens;
    deepEqual(
      listed.map((each: Record<string, unknown>) => [each['secret'], each['createdAt'], each['seenAt']]),
      [
        ['default:development.…', times.createdAt, times.seenAt],
        ['*:development.…', times.createdAt, times.seenAt],
      ],
    );
  });

  it('authenticates admin tokens of both formats', async () => {
    for (const secret of [`*:*.${randomHex()}`, `*:*.${later()}`]) {
      await send(token(secret, { type: 'admin', environment: '*', projects: ['*'] }));
      equal((await app.holding('token', secret).get('/api/admin/api-tokens')).status, 200);
    }
  });

  it('changes nothing when it is repeated, and never restores a revoked token', async () => {
    const [valid, revoked] = [`default:development.${randomHex()}`, `default:development.${randomHex()}`];
    await send(token(valid), token(revoked));
    equal((await app.admin.delete(`/api/admin/api-tokens/${revoked}`)).status, 200);
    const events = await app.eventsOf('identity', async () => {
      deepEqual((await send(token(valid, { tokenName: 'other' }), token(revoked))).body, { created: 0, exists: 1, revoked: 1 });
    });
    deepEqual(events, []);
  });

  it('accepts 500 tokens in one request, but not more', async () => {
    const many = Array.from({ length: 500 }, () => token(randomHex(), { expiresAt: '2030-01-01T00:00:00.000Z' }));
    deepEqual((await send(...many)).body, { created: 500, exists: 0, revoked: 0 });
    equal((await send(...many, token(randomHex()))).status, 400);
  });

  it('refuses unknown scopes, and admin tokens of a project', async () => {
    for (const [special, message] of [
      [{ projects: ['nowhere'] }, /no project nowhere/],
      [{ environment: 'moon' }, /no environment moon/],
      [{ environment: '*' }, /environment must not be \*/],
      [{ type: 'admin' }, /environment and projects must be \*/],
      [{ hash: 'ab' }, /hash/],
    ] as const) {
      const { status, body } = await send(token(randomHex(), special));
      equal(status, 400);
      match(JSON.stringify(body), message);
    }
  });

  it('refuses a viewer with 403 and an anonymous caller with 401', async () => {
    const { client } = await app.someone(roleIds.viewer);
    for (const route of [path, personalPath]) {
      equal((await client.post(route, { tokens: [] })).status, 403);
      equal((await app.as(null).post(route, { tokens: [] })).status, 401);
    }
  });

  describe('of users', () => {
    const expiresAt = new Date(Date.now() + 30 * 86_400_000).toISOString();
    const personal = (userId: number, secret: string, special: object = {}) => ({
      userId,
      hash: hashSecret(secret),
      description: 'deploys',
      ...times,
      expiresAt,
      ...special,
    });
    const sendPersonal = (...tokens: object[]) => app.admin.post(personalPath, { tokens });
    const nothing = { created: 0, shortened: 0, exists: 0, revoked: 0 };

    it('keeps secrets of both formats valid for their owner', async () => {
      const { id, username, client } = await app.someone(roleIds.viewer);
      const [hex, v2] = [`user:${randomHex()}`, `user:${later()}`];
      const events = await app.eventsOf('identity', async () => {
        deepEqual((await sendPersonal(personal(id, hex), personal(id, v2))).body, { ...nothing, created: 2 });
      });
      deepEqual(
        events.map(({ type }) => type),
        ['pat-created', 'pat-created'],
      );
      for (const secret of [hex, v2]) {
        const { user } = (await app.holding('token', secret).get('/api/admin/user')).body;
        equal(user.username, username);
      }
      const { pats } = (await client.get('/api/admin/user/tokens')).body;
      deepEqual(
        pats.map((each: Record<string, unknown>) => [each['description'], each['createdAt'], each['expiresAt']]),
        [
          ['deploys', times.createdAt, expiresAt],
          ['deploys (imported)', times.createdAt, expiresAt],
        ],
      );
    });

    it('changes nothing when it is repeated, and never restores a revoked token', async () => {
      const { id, client } = await app.someone(roleIds.viewer);
      const [valid, revoked] = [`user:${randomHex()}`, `user:${randomHex()}`];
      await sendPersonal(personal(id, valid), personal(id, revoked, { description: 'old' }));
      const { pats } = (await client.get('/api/admin/user/tokens')).body;
      equal((await client.delete(`/api/admin/user/tokens/${pats[1].id}`)).status, 200);
      deepEqual((await sendPersonal(personal(id, valid), personal(id, revoked))).body, { ...nothing, exists: 1, revoked: 1 });
      equal((await app.holding('token', revoked).get('/api/admin/user')).status, 401);
    });

    it('shortens the life of tokens that would be valid for too long', async () => {
      const { id, client } = await app.someone(roleIds.viewer);
      const far = personal(id, `user:${randomHex()}`, { expiresAt: '2099-01-01T00:00:00.000Z' });
      deepEqual((await sendPersonal(far)).body, { ...nothing, created: 1, shortened: 1 });
      const { pats } = (await client.get('/api/admin/user/tokens')).body;
      const days = (Date.parse(pats[0].expiresAt) - Date.now()) / 86_400_000;
      equal(Math.round(days), 366);
    });

    it('refuses an unknown owner', async () => {
      const { status, body } = await sendPersonal(personal(99_999, `user:${randomHex()}`));
      deepEqual([status, body.name], [400, 'BadDataError']);
      match(body.message, /no user 99999\. Import the users first/);
    });
  });
});
