import { deepEqual, equal, ok, rejects, throws } from 'node:assert/strict';
import { hashSecret, type TokenState } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import { PendingTokens } from './pending-tokens.ts';
import { TokenBook } from './token-book.ts';

const now = () => new Date('2026-03-01T12:00:00Z');
const secretOf = (digit: string) => `default:development.${digit.repeat(56)}`;
const token = (secret: string, expiresAt: number | null = null): TokenState => ({
  hash: hashSecret(secret),
  name: secret,
  type: 'client',
  projects: ['*'],
  environment: 'development',
  expiresAt,
});

const timeouts = { waitMs: 100, everyMs: 100, maxWaitMs: 500, maxWaiting: 2 };

describe('pending tokens', () => {
  const secret = secretOf('a');
  let book: TokenBook;
  let pending: PendingTokens;
  let fetches: number;
  /** Effect of a fetch; absent: the list is unchanged. */
  let onFetch: () => void | Promise<void>;
  beforeEach(() => {
    book = new TokenBook();
    book.replace({ version: 1, tokens: [] });
    fetches = 0;
    onFetch = () => undefined;
    const fetch = async () => {
      fetches += 1;
      await onFetch();
    };
    pending = new PendingTokens({ book, fetch }, now, timeouts);
  });
  afterEach(() => pending.close());

  function arrive(...tokens: TokenState[]): void {
    book.replace({ version: 2, tokens });
    pending.arrive();
  }

  it('are found at once when known', () => {
    arrive(token(secret));
    equal((pending.find(secret) as TokenState).name, secret);
  });

  it('are awaited in the v2 format of the reference system', async () => {
    const secret = `default:development.v2_${'aB'.repeat(11)}_${'x-_'.repeat(14)}y`;
    const found = pending.find(secret);
    arrive(token(secret));
    equal((await found)?.name, secret);
  });

  it('are awaited once for concurrent requests, without a fetch', async () => {
    const requests = [pending.find(secret), pending.find(secret)];
    equal(requests[0], requests[1]);
    arrive(token(secretOf('b')));
    arrive(token(secret));
    equal((await requests[0])?.name, secret);
    equal(fetches, 0);
  });

  it('are fetched once for all if no list arrives', async () => {
    onFetch = () => arrive(token(secret), token(secretOf('b')));
    const found = await Promise.all([pending.find(secret), pending.find(secretOf('b'))]);
    equal(found.map((one) => one?.name).join(), [secret, secretOf('b')].join());
    equal(fetches, 1);
  });

  it('are refused if a fetched list lacks them, and then at once', async () => {
    const begun = performance.now();
    equal(await pending.find(secret), null);
    ok(performance.now() - begun > 75);
    equal(pending.find(secret), null);
    equal(fetches, 1);
    arrive(token(secret));
    equal((pending.find(secret) as TokenState).name, secret);
  });

  it('are not refused by a list that was requested earlier', async () => {
    const { promise: firstEnds, resolve: endFirst } = Promise.withResolvers<void>();
    onFetch = () => firstEnds;
    const first = pending.find(secretOf('b'));
    await eventually(() => fetches === 1);
    const second = pending.find(secret);
    onFetch = () => arrive(token(secret));
    await eventually(() => fetches === 2);
    endFirst();
    equal(await first, null);
    equal((await second)?.name, secret);
  });

  it('cause only one fetch per interval, however many unknown secrets arrive', async () => {
    const begun = performance.now();
    for (const digit of '1234') await pending.find(secretOf(digit));
    const passedMs = performance.now() - begun;
    ok(fetches <= 1 + passedMs / timeouts.everyMs, `${fetches} fetches in ${passedMs} ms`);
  });

  it('cause 503 instead of 401 while identity is unavailable, and another attempt next time', async () => {
    onFetch = () => Promise.reject(new Error('down'));
    await rejects(async () => pending.find(secret), { name: 'UnavailableError', retryAfterSeconds: 2 });
    onFetch = () => arrive(token(secret));
    equal((await pending.find(secret))?.name, secret);
  });

  it('are learned from their secrets where a process has a hook for that', async () => {
    const learned: string[] = [];
    const lookup = {
      learn: async ([first = '']: readonly string[]) => {
        learned.push(first);
        if (first !== secret) throw new Error('away');
        arrive(token(secret));
      },
    };
    pending = new PendingTokens({ book, fetch: async () => undefined, lookup }, now, timeouts);
    equal((await pending.find(secret))?.name, secret);
    await rejects(async () => pending.find(secretOf('b')), { name: 'UnavailableError' });
    deepEqual(learned, [secret, secretOf('b')]);
  });

  it('are learned once more before they are refused, because a new token takes time to reach the source', async () => {
    let requests = 0;
    const learn = async () => {
      requests += 1;
      if (requests === 2) arrive(token(secret));
    };
    pending = new PendingTokens({ book, fetch: async () => undefined, lookup: { learn } }, now, timeouts);
    equal((await pending.find(secret))?.name, secret);
    equal(requests, 2);
  });

  it('time out if no list arrives', async () => {
    onFetch = () => new Promise(() => undefined);
    const begun = performance.now();
    await rejects(async () => pending.find(secret), { name: 'UnavailableError' });
    ok(performance.now() - begun >= timeouts.maxWaitMs - 5);
  });

  it('are not awaited if malformed or expired', async () => {
    for (const secret of ['', 'nonsense', 'default:development.unknown', `user:${'a'.repeat(56)}`]) equal(pending.find(secret), null);
    arrive(token(secret, now().getTime() - 1));
    equal(pending.find(secret), null);
  });

  it('are limited in number', async () => {
    const waiting = [pending.find(secretOf('1')), pending.find(secretOf('2'))];
    throws(() => pending.find(secretOf('3')), { name: 'UnavailableError', retryAfterSeconds: 1 });
    const ended = waiting.map((found) => rejects(async () => found, { name: 'UnavailableError' }));
    pending.close();
    await Promise.all(ended);
  });
});
