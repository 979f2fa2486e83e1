import { deepEqual, equal } from 'node:assert/strict';
import type { ChangeRequest } from '../../server/ask.ts';
import { approvalsNeeded, editedBetween, groupsOf } from './content.ts';

const change = (id: number) => ({
  id,
  action: 'updateEnabled' as const,
  payload: {},
  createdBy: { id: 1, username: 'a', imageUrl: null },
  createdAt: '',
});
const request = (contentHash: string, ...ids: number[]) =>
  ({ contentHash, features: [{ name: 'cart', changes: ids.map(change) }], segments: [] }) as unknown as ChangeRequest;

describe('the content of a change request', () => {
  it('is shown in groups of four characters', () => {
    deepEqual(groupsOf('7f3a91c2e0'), ['7f3a', '91c2', 'e0']);
  });

  it('counts as edited if changes were added or removed', () => {
    const edited = editedBetween(request('a', 1, 2), request('b', 1, 3));
    deepEqual(edited && [edited.gone.map(({ id }) => id), edited.came.map(({ id, of }) => [id, of])], [[2], [[3, 'cart']]]);
  });

  it('requires one more approval if its impact exceeds the limit or is unknown', () => {
    const needed = (above: number | null | undefined, share: number, ...unmeasured: string[]) =>
      approvalsNeeded({ minApprovals: 1 }, above, { share, unmeasured });
    deepEqual([needed(undefined, 1), needed(null, 1, 'cart'), needed(0.5, 0.5), needed(0.5, 0.6), needed(0.5, 0, 'cart')], [1, 1, 1, 2, 2]);
    equal(approvalsNeeded({ minApprovals: 1 }, 0.5, undefined), 1);
  });

  it('is the same if its hash is the same', () => equal(editedBetween(request('a', 1), request('a', 1)), null));
});
