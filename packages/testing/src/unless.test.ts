import assert from 'node:assert/strict';
import { missing } from './unless.ts';

describe('missing', () => {
  it('names the first program that is not on the PATH', () => {
    assert.equal(missing('node', 'no-such-program', 'nor-this'), 'no-such-program is not on the PATH');
    assert.equal(missing('node'), undefined);
  });
});
