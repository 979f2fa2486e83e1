import { equal } from 'node:assert/strict';
import { hashSecret } from './credential.ts';

describe('hashSecret', () => {
  it('returns SHA-256 in lower-case hexadecimal (FIPS 180-2, appendix B.1)', () => {
    equal(hashSecret('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
