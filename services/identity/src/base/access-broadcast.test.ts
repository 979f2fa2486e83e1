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

describe('the message of an access change', () => {
  const { message, resync } = accessBroadcast;

  it('has the final state of each token, and each user and credential once', () => {
    const changes = [
      ofTokens(['a', token('a')], ['b', token('b')]),
      ofTokens(['a', null], ['b', token('b', 'production')], ['c', null]),
      ofUser(7, false),
      ofUser(7, false),
    ];
    deepEqual(message(changes), {
      users: [7],
      credentials: ['a', 'b', 'c'],
      tokens: { changed: [token('b', 'production')], removed: ['a', 'c'] },
      changesState: false,
    });
  });

  it('reports a changed access state if any part of the unit of work changed it', () => {
    const changes = [ofTokens(['a', null]), ofUser(7, true)];
    deepEqual((message(changes) as { changesState: boolean }).changesState, true);
  });

  it('lists the users and credentials to evict even if it is too large for the rest', () => {
    deepEqual(resync?.([ofTokens(['a', token('a')]), ofUser(7, false)]), { users: [7], credentials: ['a'] });
  });
});
