import { deepEqual, throws } from 'node:assert/strict';
import { parseConstraint } from './parse-constraint.ts';

describe('a constraint', () => {
  it('has a list or a single value, depending on its operator', () => {
    deepEqual(parseConstraint('country IN NO, SE'), { contextName: 'country', operator: 'IN', values: ['NO', 'SE'] });
    deepEqual(parseConstraint('appVersion SEMVER_GT 2.4.0'), { contextName: 'appVersion', operator: 'SEMVER_GT', value: '2.4.0' });
    deepEqual(parseConstraint('name STR_CONTAINS a b'), { contextName: 'name', operator: 'STR_CONTAINS', values: ['a b'] });
  });

  it('may be inverted', () => {
    deepEqual(parseConstraint('not userId IN 7'), { contextName: 'userId', operator: 'IN', values: ['7'], inverted: true });
  });

  it('is refused without an operator', () => {
    throws(() => parseConstraint('country=NO'), /has the form "country IN NO,SE"; got country=NO/);
  });
});
