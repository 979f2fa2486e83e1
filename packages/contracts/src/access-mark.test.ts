import { deepEqual, equal } from 'node:assert/strict';
import { furthest, readAccessMark, writeAccessMark } from './access-mark.ts';

describe('an access mark', () => {
  it('survives writing and reading', () => {
    const mark = { access: 57, toggles: 1204 };
    equal(writeAccessMark(mark), 'access=57,toggles=1204');
    deepEqual(readAccessMark(writeAccessMark(mark)), mark);
  });

  it('ignores invalid parts', () => {
    for (const text of ['', 'access', 'access=', 'access=-1', 'access=1e9', '=3', 'ACCESS=3', `access=${'9'.repeat(16)}`])
      deepEqual(readAccessMark(text), {});
    deepEqual(readAccessMark('x y=1,access=2'), { access: 2 });
  });

  it('merges with another one by the higher number of each kind', () => {
    deepEqual(furthest({ access: 5, toggles: 1 }, { access: 4, toggles: 2 }), { access: 5, toggles: 2 });
    deepEqual(furthest({}, { toggles: 2 }), { toggles: 2 });
  });
});
