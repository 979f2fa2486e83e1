import assert from 'node:assert/strict';

describe('a sample', () => {
  it('passes', () => assert.equal(1, 1));
  it('passes again', () => assert.equal(2, 2));
  it('fails', () => assert.equal(1, 2, '1 !== 2, with a separator of lines: \u2028'));
});
