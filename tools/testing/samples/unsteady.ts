import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';

describe('a sample', () => {
  it('fails the first time', () => {
    const mark = process.env['SAMPLE_MARK'] ?? '';
    const isAgain = existsSync(mark);
    writeFileSync(mark, '');
    assert.ok(isAgain);
  });
});
