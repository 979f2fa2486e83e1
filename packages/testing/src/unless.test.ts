import assert from 'node:assert/strict';
import { missing } from './unless.ts';

describe('missing', () => {
  it('names the first command that is not on the PATH', () => {
    assert.equal(missing('node', 'no-such-command', 'nor-this'), 'no-such-command is not on the PATH');
    assert.equal(missing('node'), undefined);
  });
});
