import { equal } from 'node:assert/strict';
import { hashSecret, type TokenState } from '@signalbox/contracts';
import { TokenBook } from './token-book.ts';

const noon = new Date('2026-03-01T12:00:00Z');
const later = new Date('2026-03-01T12:00:01Z');

const token = (secret: string, expiresAt: Date | null = null): TokenState => ({
  hash: hashSecret(secret),
  name: secret,
  type: 'client',
  projects: ['*'],
  environment: 'production',
  expiresAt: expiresAt?.getTime() ?? null,
});

describe('the token book', () => {
  it('finds a token by its secret, but not by its hash', () => {
    const book = new TokenBook();
    book.replace({ version: 1, tokens: [token('a')] });
    equal(book.find('a', noon)?.name, 'a');
    equal(book.find('b', noon), null);
    equal(book.find(hashSecret('a'), noon), null);
  });

  it('refuses a token after its expiry', () => {
    const book = new TokenBook();
    book.replace({ version: 1, tokens: [token('a', later)] });
    equal(book.find('a', noon)?.name, 'a');
    equal(book.find('a', later), null);
  });

  it('applies changes immediately, even to tokens that were used before', () => {
    const book = new TokenBook();
    book.replace({ version: 1, tokens: [token('a'), token('b')] });
    for (const secret of ['a', 'b']) equal(book.find(secret, noon)?.name, secret);
    book.apply(2, { changed: [token('c'), { ...token('b'), environment: 'development' }], removed: [hashSecret('a')] });
    equal(book.find('a', noon), null);
    equal(book.knows(hashSecret('a')), false);
    equal(book.find('b', noon)?.environment, 'development');
    equal(book.find('c', noon)?.name, 'c');
    const { version, tokens } = book.list();
    equal(version, 2);
    equal(tokens.map(({ name }) => name).join(), 'b,c');
  });

  it('drops a token that is missing in the next list', () => {
    const book = new TokenBook();
    book.replace({ version: 1, tokens: [token('a')] });
    equal(book.find('a', noon)?.name, 'a');
    book.replace({ version: 2, tokens: [] });
    equal(book.find('a', noon), null);
  });
});
