import { equal, ok, throws } from 'node:assert/strict';
import { hashSecret, type TokenState } from '@signalbox/contracts';
import { LateTokens } from './late-tokens.ts';
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

describe('late tokens', () => {
  const young = secretOf('a');
  let book: TokenBook;
  let late: LateTokens;
  beforeEach(() => {
    book = new TokenBook();
    book.hold({ version: 1, tokens: [] });
    late = new LateTokens(book, now, { waitMs: 200, mostWaiting: 2 });
  });
  afterEach(() => late.close());

  function arrive(...tokens: TokenState[]): void {
    book.hold({ version: 2, tokens });
    late.arrive();
  }

  it('finds what is known at once', () => {
    arrive(token(young));
    equal((late.find(young) as TokenState).name, young);
  });

  it('waits for a token that is on its way, once for all who ask', async () => {
    const asked = [late.find(young), late.find(young)];
    equal(asked[0], asked[1]);
    arrive(token(secretOf('b')));
    arrive(token(young));
    equal((await asked[0])?.name, young);
  });

  it('gives up after a while, and then answers at once', async () => {
    const begun = performance.now();
    equal(await late.find(young), null);
    ok(performance.now() - begun > 150);
    equal(late.find(young), null);
    arrive(token(young));
    equal((late.find(young) as TokenState).name, young);
  });

  it('waits neither for what identity never makes nor for an expired token', async () => {
    for (const secret of ['', 'nonsense', 'default:development.unknown', `user:${'a'.repeat(56)}`]) equal(late.find(secret), null);
    arrive(token(young, now().getTime() - 1));
    equal(late.find(young), null);
  });

  it('lets so many wait and no more', async () => {
    const waiting = [late.find(secretOf('1')), late.find(secretOf('2'))];
    throws(() => late.find(secretOf('3')), { name: 'UnavailableError', retryAfterSeconds: 1 });
    late.close();
    equal(await waiting[0], null);
  });
});
