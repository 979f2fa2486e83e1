import { deepEqual } from 'node:assert/strict';
import type { TokenState } from '@signalbox/contracts';
import { accessBroadcast } from './access-broadcast.ts';

const token = (hash: string, environment = 'development'): TokenState => ({
  hash,
  name: hash,
  type: 'client',
  projects: ['*'],
  environment,
  expiresAt: null,
});

const ofTokens = (...tokens: [string, TokenState | null][]) => ({
  users: [],
  credentials: tokens.map(([hash]) => hash),
  tokens: new Map(tokens),
  changesState: false,
});
const ofUser = (id: number, changesState: boolean) => ({ users: [id], credentials: [], changesState });

describe('the message of a change of access', () => {
  const { message, resync } = accessBroadcast;

  it('says of each token what it is in the end, and each user and credential once', () => {
    const changes = [
      ofTokens(['a', token('a')], ['b', token('b')]),
      ofTokens(['a', null], ['b', token('b', 'production')], ['c', null]),
      ofUser(7, false),
      ofUser(7, false),
    ];
    deepEqual(message(changes, 5), {
      version: 5,
      previous: 4,
      users: [7],
      credentials: ['a', 'b', 'c'],
      tokens: { changed: [token('b', 'production')], removed: ['a', 'c'] },
      changesState: false,
    });
  });

  it('says that the access state changed where any part of the unit of work did that', () => {
    const changes = [ofTokens(['a', null]), ofUser(7, true)];
    deepEqual((message(changes, 5) as { changesState: boolean }).changesState, true);
  });

  it('still says whom caches must forget where it is too large for the rest', () => {
    deepEqual(resync?.([ofTokens(['a', token('a')]), ofUser(7, false)], 5), { version: 5, users: [7], credentials: ['a'] });
  });
});
