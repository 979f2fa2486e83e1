import { deepEqual } from 'node:assert/strict';
import { foldEvents } from './fold-events.ts';

describe('events of one request', () => {
  const folded = (...groups: (string | null)[]) =>
    foldEvents(groups.map((groupId, id) => ({ id, groupId, type: 'feature-archived' }))).map((events) => events.map(({ id }) => id));

  it('are folded if they are adjacent', () => {
    deepEqual(folded('a', 'a', 'b', 'a', 'c', 'c', 'c'), [[0, 1], [2], [3], [4, 5, 6]]);
  });

  it('are not folded without a request', () => deepEqual(folded(null, null, 'a'), [[0], [1], [2]]));

  it('begin with the step of a release that they belong to', () => {
    const types = ['feature-strategy-remove', 'release-plan-milestone-started', 'feature-strategy-add'];
    deepEqual(
      foldEvents(types.map((type) => ({ type, groupId: 'a' }))).map((events) => events.map(({ type }) => type)),
      [['release-plan-milestone-started', 'feature-strategy-remove', 'feature-strategy-add']],
    );
  });

  it('may be empty', () => deepEqual(folded(), []));
});
