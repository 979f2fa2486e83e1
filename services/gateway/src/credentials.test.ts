import { deepEqual, equal, rejects } from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { hashSecret } from '@signalbox/contracts';
import type { OpenParts } from '@signalbox/kit';
import { credentialReader } from './credentials.ts';

const holding = (headers: IncomingHttpHeaders) => ({ headers });
const token = (secret: string) => holding({ authorization: secret });
const session = (secret: string, headers = {}) => holding({ cookie: `a=1; unleash-session=${secret}`, ...headers });

/** Identity, with one user behind each secret but `stranger`; what it was asked stands in `asked`. */
function open(lifetimeMs: number | null = null) {
  const asked: string[] = [];
  const clock = { ms: Date.UTC(2030, 0, 1) };
  const expiresAt = lifetimeMs === null ? null : clock.ms + lifetimeMs;
  const ask = (async (_question: unknown, { secret }: { secret: string }) => {
    asked.push(secret);
    await new Promise(setImmediate);
    if (secret === 'away') throw new Error('identity is away');
    return secret === 'stranger'
      ? { principal: null, user: null, expiresAt }
      : { principal: `of ${secret}`, user: secret === 'program' ? null : secret.length, expiresAt };
  }) as OpenParts['ask'];
  const reader = credentialReader({ ask, now: () => new Date(clock.ms) }, 'unleash-session');
  const read = async (...of: Parameters<typeof reader.read>) => (await reader.read(...of))?.principal ?? null;
  return { asked, clock, reader, credentials: { ...reader, read } };
}

describe('credentials', () => {
  it('are asked about once, also by many at the same time', async () => {
    const { asked, credentials } = open();
    const said = await Promise.all(Array.from({ length: 10 }, () => credentials.read(token('a'))));
    deepEqual([...new Set(said), await credentials.read(token('a')), asked], ['of a', 'of a', ['a']]);
  });

  it('are forgotten by their hash, by their user, and with everything when the gateway may have missed something', async () => {
    const { asked, credentials } = open();
    const readAll = async () => {
      for (const secret of ['a', 'bb', 'stranger']) await credentials.read(token(secret));
      return asked.splice(0);
    };
    await readAll();
    credentials.forget({ version: 2, users: [], credentials: [hashSecret('a')] });
    deepEqual(await readAll(), ['a', 'stranger']);
    credentials.forget({ version: 3, users: [2], credentials: [] });
    deepEqual(await readAll(), ['bb', 'stranger']);
    credentials.forgetAll();
    deepEqual(await readAll(), ['a', 'bb', 'stranger']);
  });

  for (const how of ['by its hash', 'with everything'] as const) {
    it(`are not kept when one is forgotten ${how} while identity is still answering`, async () => {
      const { asked, credentials } = open();
      const forget = () =>
        how === 'by its hash' ? credentials.forget({ version: 2, users: [], credentials: [hashSecret('a')] }) : credentials.forgetAll();
      const older = credentials.read(token('a'));
      forget();
      equal(await older, 'of a');
      const old = credentials.read(token('a'));
      equal(asked.length, 2);
      forget();
      deepEqual(await Promise.all([credentials.read(token('a')), old]), ['of a', 'of a']);
      await credentials.read(token('a'));
      equal(asked.length, 3);
    });
  }

  it('are requested again, once, for a caller whose change is newer than the last one that was announced', async () => {
    const { asked, credentials } = open();
    await credentials.read(token('a'));
    const newer = () => credentials.read(token('a'), false, 7);
    deepEqual([await Promise.all([newer(), newer()]), await newer(), asked], [['of a', 'of a'], 'of a', ['a', 'a']]);
    credentials.forget({ version: 9, users: [1], credentials: [] });
    await credentials.read(token('a'));
    await credentials.read(token('a'), false, 9);
    deepEqual(asked, ['a', 'a', 'a']);
  });

  it('requested for a newer change do not wait for the answer to an older request, which does not replace theirs', async () => {
    const { asked, credentials } = open();
    await Promise.all([credentials.read(token('a')), credentials.read(token('a'), false, 7)]);
    await credentials.read(token('a'), false, 7);
    deepEqual(asked, ['a', 'a']);
  });

  it('has one holder for all credentials of one user, and one for each API token', async () => {
    const { reader } = open();
    const holder = async (secret: string) => (await reader.read(token(secret)))?.holder;
    deepEqual([await holder('a'), await holder('b'), await holder('cc')], ['user 1', 'user 1', 'user 2']);
    equal(await holder('program'), hashSecret('program'));
  });

  it('count no longer than they live', async () => {
    const { asked, clock, credentials } = open(1000);
    for (const passedMs of [0, 999, 2]) {
      clock.ms += passedMs;
      await credentials.read(token('a'));
    }
    deepEqual(asked, ['a', 'a']);
  });

  it('a session comes before a token, which is the way out of a session that has ended', async () => {
    const { credentials } = open();
    equal(await credentials.read(holding({ cookie: 'unleash-session=s', authorization: 't' })), 'of s');
    equal(await credentials.read(holding({ cookie: 'unleash-session=stranger', authorization: 't' })), 'of t');
    equal(await credentials.read(holding({})), null);
  });

  it('a session does not count where a page of another origin sends it, and a token does', async () => {
    const { asked, credentials } = open();
    equal(await credentials.read(session('s'), true), null);
    equal(await credentials.read(session('s', { authorization: 't' }), true), 'of t');
    deepEqual(asked, ['t']);
  });

  it('a session counts even if a planted cookie of the same name comes first; of many cookies, five are tried', async () => {
    const { asked, credentials } = open();
    const cookies = (...values: string[]) => holding({ cookie: values.map((value) => `unleash-session=${value}`).join('; ') });
    equal(await credentials.read(cookies('stranger', '', 's')), 'of s');
    equal(await credentials.read(cookies(...Array<string>(5).fill('stranger'), 's')), null);
    deepEqual(asked, ['stranger', 's']);
  });

  it('are refused when identity is needed and away, and asked about again', async () => {
    const { asked, credentials } = open();
    await rejects(credentials.read(token('away')), /identity is away/);
    await rejects(credentials.read(token('away')), /identity is away/);
    equal(asked.length, 2);
  });

  it('are of a person where there is a session alone, or a personal access token: of programs identity is asked nothing', () => {
    const { credentials } = open();
    equal(credentials.isPersonal(session('s')), true);
    equal(credentials.isPersonal(token('user:0123')), true);
    equal(credentials.isPersonal(token('default:development.0123')), false);
    equal(credentials.isPersonal(session('s', { authorization: 'default:development.0123' })), false);
    equal(credentials.isPersonal(holding({ cookie: 'a=1' })), false);
    equal(credentials.isPersonal(holding({})), false);
  });
});
