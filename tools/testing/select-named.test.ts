import { deepEqual, throws } from 'node:assert/strict';
import { selectNamed } from './select-named.ts';

describe('selectNamed', () => {
  const name = (text: string) => text;

  it('returns the items whose names contain the text, and all items for an empty text', () => {
    deepEqual(selectNamed(['update', 'create'], 'up', name), ['update']);
    deepEqual(selectNamed(['update', 'create'], '', name), ['update', 'create']);
  });

  it('rejects a text that no name contains, and lists the names', () => {
    throws(
      () => selectNamed(['update', 'create'], 'no such row', name),
      /--only no such row matches nothing\. Use a part of: update, create/,
    );
  });
});
