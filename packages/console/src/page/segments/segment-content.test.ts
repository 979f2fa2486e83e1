import { deepEqual } from 'node:assert/strict';
import { saySegmentChanges, type SegmentContent } from './segment-content.ts';

const nordic = { contextName: 'country', operator: 'IN' as const, values: ['SE', 'NO'] };
const known = { contextName: 'userId', operator: 'STR_STARTS_WITH' as const, values: ['7'] };
const before: SegmentContent = { name: 'nordic', description: '', project: null, constraints: [nordic, known] };

describe('what has changed of a segment', () => {
  it('is nothing where it says the same', () => deepEqual(saySegmentChanges(before, { ...before }), []));

  it('is each part with what it was and will be', () =>
    deepEqual(saySegmentChanges(before, { ...before, name: 'north', description: 'Up there', project: 'shop' }), [
      'name nordic → north',
      'description none → Up there',
      'belongs to the instance → shop',
    ]));

  it('is the conditions that go and come, and their order', () => {
    deepEqual(saySegmentChanges(before, { ...before, constraints: [nordic] }), ['removed: userId starts with 7']);
    deepEqual(saySegmentChanges(before, { ...before, constraints: [known, nordic] }), ['conditions reordered']);
  });

  it('is told of a list that is too long to be shown', () => {
    const values = ['1', '2', '3', '4', '5', '6'];
    const long = { ...before, constraints: [{ ...nordic, values }] };
    deepEqual(saySegmentChanges(long, { ...long, constraints: [{ ...nordic, values: [...values, '7'] }] }), [
      'removed: country is one of 1 2 and 4 more (6 values, last 6)',
      'added: country is one of 1 2 and 5 more (7 values, last 7)',
    ]);
  });
});
