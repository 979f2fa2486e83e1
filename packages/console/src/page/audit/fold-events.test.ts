import { deepEqual } from 'node:assert/strict';
import { foldEvents } from './fold-events.ts';

describe('events of one request', () => {
  const folded = (...groups: (string | null)[]) =>
    foldEvents(groups.map((groupId, id) => ({ id, groupId }))).map((events) => events.map(({ id }) => id));

  it('are folded if they are adjacent', () => {
    deepEqual(folded('a', 'a', 'b', 'a', 'c', 'c', 'c'), [[0, 1], [2], [3], [4, 5, 6]]);
  });

  it('are not folded without a request', () => deepEqual(folded(null, null, 'a'), [[0], [1], [2]]));

  it('may be empty', () => deepEqual(folded(), []));
});
