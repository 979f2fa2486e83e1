import { deepEqual, equal } from 'node:assert/strict';
import { groupPermissions, holds, toggleRight } from './permission-groups.ts';

const named = (...names: string[]) => names.map((name) => ({ name }));

describe('permissions of a role', () => {
  it('are grouped, with unknown ones in the last group', () =>
    deepEqual(groupPermissions(named('SOMETHING_ELSE', 'UPDATE_PROJECT', 'CREATE_FEATURE', 'DELETE_FEATURE')), [
      { group: 'features', permissions: named('CREATE_FEATURE', 'DELETE_FEATURE') },
      { group: 'project', permissions: named('UPDATE_PROJECT') },
      { group: 'instance', permissions: named('SOMETHING_ELSE') },
    ]));

  const inTest = { name: 'A', environment: 'test' };
  it('are added and removed', () => {
    deepEqual(toggleRight([], inTest), [inTest]);
    deepEqual(toggleRight([inTest], inTest), []);
  });
  it('replace those for one environment when they cover all', () =>
    deepEqual(toggleRight([inTest, { name: 'B' }], { name: 'A' }), [{ name: 'B' }, { name: 'A' }]));
  it('apply in their environment, or everywhere', () => {
    equal(holds([inTest], inTest), true);
    equal(holds([inTest], { name: 'A', environment: 'production' }), false);
    equal(holds([{ name: 'A' }], { name: 'A', environment: 'production' }), true);
    equal(holds([inTest], { name: 'A' }), false);
  });
});
