import { equal, ok, throws } from 'node:assert/strict';
import { hashSecret, type TokenState } from '@signalbox/contracts';
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

describe('pending tokens', () => {
  const secret = secretOf('a');
  let book: TokenBook;
  let pending: PendingTokens;
  beforeEach(() => {
    book = new TokenBook();
    book.hold({ version: 1, tokens: [] });
    pending = new PendingTokens(book, now, { waitMs: 200, maxWaiting: 2 });
  });
  afterEach(() => pending.close());

  function arrive(...tokens: TokenState[]): void {
    book.hold({ version: 2, tokens });
    pending.arrive();
  }

  it('finds what is known at once', () => {
    arrive(token(secret));
    equal((pending.find(secret) as TokenState).name, secret);
  });

  it('waits for a token that is on its way, once for all who ask', async () => {
    const asked = [pending.find(secret), pending.find(secret)];
    equal(asked[0], asked[1]);
    arrive(token(secretOf('b')));
    arrive(token(secret));
    equal((await asked[0])?.name, secret);
  });

  it('gives up after a while, and then answers at once', async () => {
    const begun = performance.now();
    equal(await pending.find(secret), null);
    ok(performance.now() - begun > 150);
    equal(pending.find(secret), null);
    arrive(token(secret));
    equal((pending.find(secret) as TokenState).name, secret);
  });

  it('waits neither for what identity never makes nor for an expired token', async () => {
    for (const secret of ['', 'nonsense', 'default:development.unknown', `user:${'a'.repeat(56)}`]) equal(pending.find(secret), null);
    arrive(token(secret, now().getTime() - 1));
    equal(pending.find(secret), null);
  });

  it('lets so many wait and no more', async () => {
    const waiting = [pending.find(secretOf('1')), pending.find(secretOf('2'))];
    throws(() => pending.find(secretOf('3')), { name: 'UnavailableError', retryAfterSeconds: 1 });
    pending.close();
    equal(await waiting[0], null);
  });
});
