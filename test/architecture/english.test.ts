import { deepEqual } from 'node:assert/strict';
import { subjectProblems } from './english.ts';

describe('commit subjects', () => {
  it('are reported if they are passive, too long or without an area', () => {
    const good = ['store: bind values', 'kit, host: name the caller', 'change-requests: open a request'];
    const bad = ['bind values', 'store: values are bound', 'store: bound', `store: bind ${'x'.repeat(70)}`];
    deepEqual(subjectProblems(good), []);
    deepEqual(subjectProblems(bad).length, bad.length);
  });
});
