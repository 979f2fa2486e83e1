import { deepEqual, equal, ok } from 'node:assert/strict';
import { authenticate, fetchAccess } from '@signalbox/contracts';
import { hourMs } from '@signalbox/kit';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { type IdentityApp, startIdentity } from '../identity-app.fixture.ts';
import { forgetExpiredJob } from './forget-expired.ts';
import { Session } from './session/session.ts';

const anonymous = { principal: null, user: null, expiresAt: null };

describe('the answer to authenticate', () => {
  let app: IdentityApp;
  before(async () => {
    app = await startIdentity({ settings: { SESSION_HOURS: '1' } });
  });
  after(() => app.close());

  const ask = (kind: 'session' | 'token', secret: string) => app.host.ask(authenticate, { kind, secret });
  const newToken = async (body: object) => (await app.admin.post('/api/admin/api-tokens', { tokenName: 't', type: 'admin', ...body })).body;

  async function principalIn(jws: string | null) {
    const { keys } = await app.host.ask(fetchAccess, {});
    const verified = await jwtVerify(jws ?? '', createLocalJWKSet({ keys }), { issuer: 'signalbox/identity' });
    return { principal: verified.payload['principal'], exp: verified.payload.exp ?? 0 };
  }

  it('has a session’s user for about a minute, signed with a key of the access state', async () => {
    const { id, username, session } = await app.someone(2);
    const { principal, user, expiresAt } = await ask('session', session);
    equal(user, id);
    const signed = await principalIn(principal);
    const [opened] = (await app.admin.get(`/api/admin/user-admin/${id}/sessions`)).body.sessions;
    deepEqual(signed.principal, {
      kind: 'user',
      id,
      name: `${username}@signalbox.example`,
      rootRole: 2,
      groups: [],
      accessVersion: 0,
      session: opened.id,
    });
    equal(signed.exp * 1000, expiresAt);
    const lifetime = (expiresAt ?? 0) - Date.now();
    ok(lifetime > 50_000 && lifetime <= 60_000, `${lifetime} ms`);
  });

  it('has a token’s type and scope, and no user', async () => {
    const { id, secret } = await newToken({ tokenName: 'app', type: 'client', environment: 'development', projects: ['default'] });
    const { principal, user } = await ask('token', secret);
    equal(user, null);
    deepEqual((await principalIn(principal)).principal, {
      kind: 'api-token',
      id: null,
      name: 'app',
      rootRole: null,
      groups: [],
      tokenId: id,
      tokenType: 'client',
      projects: ['default'],
      environment: 'development',
      accessVersion: 0,
    });
  });

  it('is anonymous for unknown secrets and secrets of the other kind', async () => {
    const { session } = await app.someone(3);
    const { secret } = await newToken({});
    deepEqual(await ask('session', 'x'), anonymous);
    deepEqual(await ask('token', 'default:development.0'), anonymous);
    deepEqual(await ask('token', session), anonymous);
    deepEqual(await ask('session', secret), anonymous);
  });

  it('has the principal even if the use of the token cannot be recorded', async () => {
    const { secret, id } = await newToken({});
    const refusal =
      app.store('identity').dialect === 'sqlite'
        ? "begin select raise(abort, 'the disk is full'); end"
        : "for each row signal sqlstate '45000' set message_text = 'the disk is full'";
    const run = (statement: string) => app.store('identity').transaction((em) => em.execute(statement));
    await run(`create trigger disk_is_full before update on api_token ${refusal}`);
    ok((await ask('token', secret)).principal);
    await run('drop trigger disk_is_full');
    const { body } = await app.admin.get('/api/admin/api-tokens');
    equal(body.tokens.find((token: { id: number }) => token.id === id).seenAt, null);
  });

  it('records the use of a token once a minute', async () => {
    const { id, secret } = await newToken({});
    const seenAt = async () => {
      const { body } = await app.admin.get('/api/admin/api-tokens');
      return (body.tokens as { id: number; seenAt: string | null }[]).find((token) => token.id === id)?.seenAt;
    };
    equal(await seenAt(), null);
    await ask('token', secret);
    const first = await seenAt();
    ok(first);
    await ask('token', secret);
    equal(await seenAt(), first);
    app.wait(61_000);
    await ask('token', secret);
    ok((await seenAt()) ?? '' > first);
  });

  it('leaves the times of last use of other tokens', async () => {
    const { secret } = await newToken({});
    const { id: unused } = await newToken({});
    await ask('token', secret);
    const { body } = await app.admin.get('/api/admin/api-tokens');
    equal((body.tokens as { id: number; seenAt: string | null }[]).find((token) => token.id === unused)?.seenAt, null);
  });

  it('expires with the token at the latest', async () => {
    const now = (await newToken({})).createdAt;
    const expiresAt = new Date(Date.parse(now) + 30_000).toISOString();
    const { secret } = await newToken({ expiresAt });
    const before = await ask('token', secret);
    ok(before.principal);
    ok((before.expiresAt ?? Infinity) <= Date.parse(expiresAt));
    app.wait(30_000);
    deepEqual(await ask('token', secret), anonymous);
    equal((await app.holding('token', secret).get('/api/admin/api-tokens')).status, 401);
  });

  it('is anonymous for an expired session, which is then deleted', async () => {
    const { session } = await app.someone(3);
    ok((await ask('session', session)).principal);
    app.wait(hourMs);
    deepEqual(await ask('session', session), anonymous);
    const sessions = () => app.store('identity').reader().count(Session);
    ok((await sessions()) > 0);
    await app.store('identity').transaction((em) =>
      forgetExpiredJob.run({
        write: (work: (context: never) => Promise<unknown>) => work({ em, now: () => new Date(Date.now() + 2 * hourMs) } as never),
      } as never),
    );
    equal(await sessions(), 0);
  });
});
