import { deepEqual, equal, rejects } from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { hashSecret } from '@signalbox/contracts';
import type { OpenParts } from '@signalbox/kit';
import { CredentialReader } from './credentials.ts';

const holding = (headers: IncomingHttpHeaders) => ({ headers });
const token = (secret: string) => holding({ authorization: secret });
const session = (secret: string, headers = {}) => holding({ cookie: `a=1; unleash-session=${secret}`, ...headers });

/** Stub of identity with one user behind each secret except `stranger`. `requested` collects the secrets that it received. */
function open(lifetimeMs: number | null = null) {
  const requested: string[] = [];
  const clock = { ms: Date.UTC(2030, 0, 1) };
  const expiresAt = lifetimeMs === null ? null : clock.ms + lifetimeMs;
  const ask = (async (_question: unknown, { secret }: { secret: string }) => {
    requested.push(secret);
    await new Promise(setImmediate);
    if (secret === 'away') throw new Error('identity is away');
    return secret === 'stranger'
      ? { principal: null, user: null, expiresAt }
      : { principal: `of ${secret}`, user: secret === 'program' ? null : secret.length, expiresAt };
  }) as OpenParts['ask'];
  const reader = new CredentialReader({ ask, now: () => new Date(clock.ms) }, 'unleash-session');
  const read = async (...of: Parameters<typeof reader.read>) => (await reader.read(...of))?.principal ?? null;
  const forget: typeof reader.forget = (changed) => reader.forget(changed);
  const isPersonal: typeof reader.isPersonal = (request) => reader.isPersonal(request);
  return { requested, clock, reader, credentials: { read, forget, forgetAll: () => reader.forgetAll(), isPersonal } };
}

describe('credentials', () => {
  it('are requested once, even by concurrent requests', async () => {
    const { requested, credentials } = open();
    const callers = await Promise.all(Array.from({ length: 10 }, () => credentials.read(token('a'))));
    deepEqual([...new Set(callers), await credentials.read(token('a')), requested], ['of a', 'of a', ['a']]);
  });

  it('are evicted by hash, by user, and all together when the gateway may have missed a change', async () => {
    const { requested, credentials } = open();
    const readAll = async () => {
      for (const secret of ['a', 'bb', 'stranger']) await credentials.read(token(secret));
      return requested.splice(0);
    };
    await readAll();
    credentials.forget({ version: 2, users: [], credentials: [hashSecret('a')] });
    deepEqual(await readAll(), ['a', 'stranger']);
    credentials.forget({ version: 3, users: [2], credentials: [] });
    deepEqual(await readAll(), ['bb', 'stranger']);
    credentials.forgetAll();
    deepEqual(await readAll(), ['a', 'bb', 'stranger']);
  });

  for (const how of ['by hash', 'all together'] as const) {
    it(`are not cached when a change evicts them ${how} during the request`, async () => {
      const { requested, credentials } = open();
      const forget = () =>
        how === 'by hash' ? credentials.forget({ version: 2, users: [], credentials: [hashSecret('a')] }) : credentials.forgetAll();
      const older = credentials.read(token('a'));
      forget();
      equal(await older, 'of a');
      const old = credentials.read(token('a'));
      equal(requested.length, 2);
      forget();
      deepEqual(await Promise.all([credentials.read(token('a')), old]), ['of a', 'of a']);
      await credentials.read(token('a'));
      equal(requested.length, 3);
    });
  }

  it('are requested once more for a caller whose change is newer than the last notified version', async () => {
    const { requested, credentials } = open();
    await credentials.read(token('a'));
    const newer = () => credentials.read(token('a'), false, 7);
    deepEqual([await Promise.all([newer(), newer()]), await newer(), requested], [['of a', 'of a'], 'of a', ['a', 'a']]);
    credentials.forget({ version: 9, users: [1], credentials: [] });
    await credentials.read(token('a'));
    await credentials.read(token('a'), false, 9);
    deepEqual(requested, ['a', 'a', 'a']);
  });

  it('that must reflect a newer change do not wait for an older request, and its response does not replace theirs', async () => {
    const { requested, credentials } = open();
    await Promise.all([credentials.read(token('a')), credentials.read(token('a'), false, 7)]);
    await credentials.read(token('a'), false, 7);
    deepEqual(requested, ['a', 'a']);
  });

  it('share one holder per user, and API tokens have one each', async () => {
    const { reader } = open();
    const holder = async (secret: string) => (await reader.read(token(secret)))?.holder;
    deepEqual([await holder('a'), await holder('b'), await holder('cc')], ['user 1', 'user 1', 'user 2']);
    equal(await holder('program'), hashSecret('program'));
  });

  it('expire with their lifetime', async () => {
    const { requested, clock, credentials } = open(1000);
    for (const passedMs of [0, 999, 2]) {
      clock.ms += passedMs;
      await credentials.read(token('a'));
    }
    deepEqual(requested, ['a', 'a']);
  });

  it('prefer a session to a token, and fall back to the token when the session has ended', async () => {
    const { credentials } = open();
    equal(await credentials.read(holding({ cookie: 'unleash-session=s', authorization: 't' })), 'of s');
    equal(await credentials.read(holding({ cookie: 'unleash-session=stranger', authorization: 't' })), 'of t');
    equal(await credentials.read(holding({})), null);
  });

  it('are bearer tokens as well, as OAuth clients send them', async () => {
    const { requested, credentials } = open();
    for (const authorization of ['t', 'Bearer t', 'bearer   t ']) equal(await credentials.read(holding({ authorization })), 'of t');
    deepEqual(requested, ['t']);
    equal(await credentials.read(holding({ authorization: 'Bearer' })), 'of Bearer');
    equal(credentials.isPersonal(token('Bearer user:0123')), true);
  });

  it('ignore the session in requests from pages of other origins, but accept the token', async () => {
    const { requested, credentials } = open();
    equal(await credentials.read(session('s'), true), null);
    equal(await credentials.read(session('s', { authorization: 't' }), true), 'of t');
    deepEqual(requested, ['t']);
  });

  it('include a valid session after a planted cookie of the same name, among the first five cookies', async () => {
    const { requested, credentials } = open();
    const cookies = (...values: string[]) => holding({ cookie: values.map((value) => `unleash-session=${value}`).join('; ') });
    equal(await credentials.read(cookies('stranger', '', 's')), 'of s');
    equal(await credentials.read(cookies(...Array<string>(5).fill('stranger'), 's')), null);
    deepEqual(requested, ['stranger', 's']);
  });

  it('fail while identity is unavailable, and are requested again', async () => {
    const { requested, credentials } = open();
    await rejects(credentials.read(token('away')), /identity is away/);
    await rejects(credentials.read(token('away')), /identity is away/);
    equal(requested.length, 2);
  });

  it('are personal for a session alone or a personal access token, without a request to identity', () => {
    const { credentials } = open();
    equal(credentials.isPersonal(session('s')), true);
    equal(credentials.isPersonal(token('user:0123')), true);
    equal(credentials.isPersonal(token('default:development.0123')), false);
    equal(credentials.isPersonal(session('s', { authorization: 'default:development.0123' })), false);
    equal(credentials.isPersonal(holding({ cookie: 'a=1' })), false);
    equal(credentials.isPersonal(holding({})), false);
  });
});
