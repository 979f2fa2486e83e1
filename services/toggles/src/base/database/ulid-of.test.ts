import { deepEqual, equal, match } from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { ulidOf } from './ulid-of.ts';

describe('ulidOf', () => {
  it('encodes all 128 bits in base 32', () => {
    equal(ulidOf('00000000-0000-0000-0000-000000000000'), '0'.repeat(26));
    equal(ulidOf('ffffffff-ffff-ffff-ffff-ffffffffffff'), `7${'Z'.repeat(25)}`);
    // The example of the ULID specification: 2016-07-30T23:54:10.259Z.
    match(ulidOf('01563e3a-b5d3-7000-8000-000000000000'), /^01ARZ3NDEK/);
  });

  it('keeps the order of UUIDs of version 7', () => {
    const uuids = Array.from({ length: 100 }, () => randomUUIDv7()).sort();
    deepEqual(uuids.map(ulidOf).sort(), uuids.map(ulidOf));
  });
});
