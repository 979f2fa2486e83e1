import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { bucketIn, hashGroup, hashText, variantSeed } from './hash.ts';

/** Murmur3 directly from its description, on bytes that the platform encoded. */
function slowHash(text: string, seed: number): number {
  const bytes = new TextEncoder().encode(text);
  const rotate = (value: bigint, by: bigint) => ((value << by) | (value >> (32n - by))) & 0xffffffffn;
  const times = (left: bigint, right: bigint) => (left * right) & 0xffffffffn;
  const scramble = (block: bigint) => times(rotate(times(block, 0xcc9e2d51n), 15n), 0x1b873593n);
  let hash = BigInt(seed);
  for (let start = 0; start < bytes.length; start += 4) {
    const part = bytes.subarray(start, start + 4);
    const block = part.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
    hash ^= scramble(block);
    if (part.length === 4) hash = (times(rotate(hash, 13n), 5n) + 0xe6546b64n) & 0xffffffffn;
  }
  hash ^= BigInt(bytes.length);
  hash = times(hash ^ (hash >> 16n), 0x85ebca6bn);
  hash = times(hash ^ (hash >> 13n), 0xc2b2ae35n);
  return Number(hash ^ (hash >> 16n));
}

const vectors: [group: string, id: string, strategy: number, variant: number][] = [
  ['gr1', '123', 73, 796],
  ['groupX', '999', 25, 260],
  ['my-toggle', 'a@example.com', 29, 823],
  ['demo', '1', 69, 586],
  ['demo', '2', 34, 624],
  ['demo', '3', 67, 525],
  ['demo', 'session-1', 39, 576],
  ['gr1', 'Müller', 43, 873],
  ['gr1', '你好', 70, 360],
  ['gr1', '😊', 41, 456],
  ['Hellø', '7', 62, 860],
];

const strategyVectors: [group: string, id: string, bucket: number][] = [
  ['Feature.flexibleRollout.10', '174', 10],
  ['Feature.flexibleRollout.10', '499', 32],
  ['Feature.flexibleRollout.userId.55', '25', 55],
  ['Feature.flexibleRollout.sessionId.42', '147', 42],
  ['Feature.flexible.rollout.custom.stickiness_50', '402', 55],
  ['Feature.flexible.rollout.custom.stickiness_50', '388', 10],
  ['Feature.flexible.rollout.custom.stickiness_50', '39', 25],
];

const variantVectors: [id: string, group: string, size: number, bucket: number][] = [
  ['2', 'Feature.Variants.B', 2, 2],
  ['0', 'Feature.Variants.B', 2, 1],
  ['232', 'Feature.Variants.C', 99, 18],
  ['607', 'Feature.Variants.C', 99, 58],
  ['656', 'Feature.Variants.C', 99, 94],
  ['712', 'Feature.Variants.D', 100, 1],
  ['616', 'Feature.flexible.rollout.custom.stickiness_100', 100, 15],
  ['503', 'Feature.flexible.rollout.custom.stickiness_100', 100, 35],
];

describe('the hash', () => {
  it('has the published raw values (check 23)', () => {
    assert.equal(hashText('gr1:123', 0), 538421172);
    assert.equal(hashText('groupX:999', 0), 3843606124);
    assert.equal(hashText('', 0), 0);
    assert.equal(hashText('gr1:123', variantSeed), 4076427795);
  });

  for (const [group, id, strategy, variant] of vectors) {
    it(`puts ${id} of ${group} into ${strategy} of 100 and, with the variant seed, ${variant} of 1000`, () => {
      assert.equal(bucketIn(hashGroup(group, 0), id, 100), strategy);
      assert.equal(bucketIn(hashGroup(group, variantSeed), id, 1000), variant);
    });
  }

  for (const [group, id, bucket] of strategyVectors) {
    it(`puts ${id} of ${group} into ${bucket} of 100`, () => {
      assert.equal(bucketIn(hashGroup(group, 0), id, 100), bucket);
    });
  }

  for (const [id, group, size, bucket] of variantVectors) {
    it(`puts ${id} of ${group} into ${bucket} of ${size} with the variant seed`, () => {
      assert.equal(bucketIn(hashGroup(group, variantSeed), id, size), bucket);
    });
  }

  it('equals a slow murmur3 over UTF-8 for any text, including lone surrogates', () => {
    const text = fc.string({
      unit: fc.oneof(fc.constantFrom('a', ':', 'ø', '你', '😊', '\ud800', '\udc00'), fc.string({ unit: 'binary', maxLength: 1 })),
    });
    fc.assert(
      fc.property(text, text, fc.nat(), fc.integer({ min: 1, max: 5000 }), (group, id, seed, size) => {
        const expected = slowHash(`${group}:${id}`, seed);
        assert.equal(hashText(`${group}:${id}`, seed), expected);
        assert.equal(bucketIn(hashGroup(group, seed), id, size), (expected % size) + 1);
      }),
      { numRuns: 500 },
    );
  });
});
