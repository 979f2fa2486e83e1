import { deepEqual } from 'node:assert/strict';
import { describeSegmentChanges, type SegmentContent } from './segment-content.ts';

const nordic = { contextName: 'country', operator: 'IN' as const, values: ['SE', 'NO'] };
const known = { contextName: 'userId', operator: 'STR_STARTS_WITH' as const, values: ['7'] };
const before: SegmentContent = { name: 'nordic', description: '', project: null, constraints: [nordic, known] };

describe('the changes of a segment', () => {
  it('are empty for equal content', () => deepEqual(describeSegmentChanges(before, { ...before }), []));

  it('include each property before and after', () =>
    deepEqual(describeSegmentChanges(before, { ...before, name: 'north', description: 'Up there', project: 'shop' }), [
      'name nordic → north',
      'description none → Up there',
      'belongs to the instance → shop',
    ]));

  it('include added, removed and reordered conditions', () => {
    deepEqual(describeSegmentChanges(before, { ...before, constraints: [nordic] }), ['removed: userId starts with 7']);
    deepEqual(describeSegmentChanges(before, { ...before, constraints: [known, nordic] }), ['conditions reordered']);
  });

  it('include values of lists that are too long to be shown', () => {
    const values = ['1', '2', '3', '4', '5', '6'];
    const long = { ...before, constraints: [{ ...nordic, values }] };
    deepEqual(describeSegmentChanges(long, { ...long, constraints: [{ ...nordic, values: [...values, '7'] }] }), [
      'removed: country is one of 1, 2 and 4 more (6 values, last 6)',
      'added: country is one of 1, 2 and 5 more (7 values, last 7)',
    ]);
  });
});
