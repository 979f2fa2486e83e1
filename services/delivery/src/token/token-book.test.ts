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

describe('token book', () => {
  it('finds a token by its secret, and nothing by a hash', () => {
    const book = new TokenBook();
    book.hold({ version: 1, tokens: [token('a')] });
    equal(book.find('a', noon)?.name, 'a');
    equal(book.find('b', noon), null);
    equal(book.find(hashSecret('a'), noon), null);
  });

  it('lets a token expire that it has found before', () => {
    const book = new TokenBook();
    book.hold({ version: 1, tokens: [token('a', later)] });
    equal(book.find('a', noon)?.name, 'a');
    equal(book.find('a', later), null);
  });

  it('moves on by changes: a token is known or refused at once, also one that was found before', () => {
    const book = new TokenBook();
    book.hold({ version: 1, tokens: [token('a'), token('b')] });
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

  it('forgets a token that is not in the next list', () => {
    const book = new TokenBook();
    book.hold({ version: 1, tokens: [token('a')] });
    equal(book.find('a', noon)?.name, 'a');
    book.hold({ version: 2, tokens: [] });
    equal(book.find('a', noon), null);
  });
});
