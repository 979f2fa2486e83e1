import { deepEqual, equal } from 'node:assert/strict';
import { furthest, readAccessMark, writeAccessMark } from './access-mark.ts';

describe('a mark of access', () => {
  it('is read as it was written', () => {
    const mark = { access: 57, toggles: 1204 };
    equal(writeAccessMark(mark), 'access=57,toggles=1204');
    deepEqual(readAccessMark(writeAccessMark(mark)), mark);
  });

  it('is nothing where nothing can be read', () => {
    for (const text of ['', 'access', 'access=', 'access=-1', 'access=1e9', '=3', 'ACCESS=3', `access=${'9'.repeat(16)}`])
      deepEqual(readAccessMark(text), {});
    deepEqual(readAccessMark('x y=1,access=2'), { access: 2 });
  });

  it('goes as far as the further one of two, of each', () => {
    deepEqual(furthest({ access: 5, toggles: 1 }, { access: 4, toggles: 2 }), { access: 5, toggles: 2 });
    deepEqual(furthest({}, { toggles: 2 }), { toggles: 2 });
  });
});
