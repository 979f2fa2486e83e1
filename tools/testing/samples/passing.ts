import assert from 'node:assert/strict';

describe('a sample', () => {
  it('passes', () => assert.equal(1, 1));
});
