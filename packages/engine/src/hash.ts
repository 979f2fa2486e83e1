// Murmur3, x86, 32 bits, by Austin Appleby (public domain), over UTF-8 as most SDKs do it.

const c1 = 0xcc9e2d51;
const c2 = 0x1b873593;

/** The seed of variant selection since client specification 5.0.0; strategies use 0. */
export const variantSeed = 86028157;

/** The hash of a beginning that never changes, a group and its colon, ready to take the rest. */
export interface HashedGroup {
  readonly hash: number;
  /** The up to three bytes that did not fill a block, little-endian. */
  readonly block: number;
  readonly length: number;
}

/** Hashes a group ahead of the ids that are placed by it. */
export function hashGroup(group: string, seed: number): HashedGroup {
  return hashPrefix(`${group}:`, seed);
}

/** Places an id in `1..size`: `murmur3(group + ':' + id, seed) mod size + 1`. Allocates nothing. */
export function bucketIn(group: HashedGroup, id: string, size: number): number {
  return ((hashRest(group, id) >>> 0) % size) + 1;
}

/** The unsigned murmur3 hash of a text; a lone surrogate counts as U+FFFD, as in every UTF-8 encoder. */
export function hashText(text: string, seed: number): number {
  return hashRest({ hash: seed, block: 0, length: 0 }, text) >>> 0;
}

function hashPrefix(text: string, seed: number): HashedGroup {
  let hash = seed;
  let block = 0;
  let length = 0;
  for (const byte of new TextEncoder().encode(text)) {
    block |= byte << ((length & 3) << 3);
    length += 1;
    if ((length & 3) === 0) {
      hash = mixBlock(hash, block);
      block = 0;
    }
  }
  return { hash, block, length };
}

/** As a signed number: an unsigned one would not fit where small numbers are kept without allocating. */
function hashRest(prefix: HashedGroup, text: string): number {
  let { hash, block, length } = prefix;
  for (let index = 0; index < text.length; index += 1) {
    let bytes = text.charCodeAt(index);
    let count = 1;
    if (bytes >= 0x80) {
      const point = pointAt(text, index);
      if (point > 0xffff) index += 1;
      bytes = encodePoint(point);
      count = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    }
    for (; count > 0; count -= 1) {
      block |= (bytes & 0xff) << ((length & 3) << 3);
      bytes >>>= 8;
      length += 1;
      if ((length & 3) === 0) {
        hash = mixBlock(hash, block);
        block = 0;
      }
    }
  }
  return finish(hash ^ scramble(block), length);
}

function pointAt(text: string, index: number): number {
  const point = text.codePointAt(index) ?? 0xfffd;
  return point >= 0xd800 && point <= 0xdfff ? 0xfffd : point;
}

/** The UTF-8 bytes of a code point from U+0080 on, the first byte lowest. */
function encodePoint(point: number): number {
  const last = 0x80 | (point & 0x3f);
  if (point < 0x800) return 0xc0 | (point >> 6) | (last << 8);
  const middle = 0x80 | ((point >> 6) & 0x3f);
  if (point < 0x10000) return 0xe0 | (point >> 12) | (middle << 8) | (last << 16);
  return 0xf0 | (point >> 18) | ((0x80 | ((point >> 12) & 0x3f)) << 8) | (middle << 16) | (last << 24);
}

function scramble(block: number): number {
  const product = Math.imul(block, c1);
  return Math.imul((product << 15) | (product >>> 17), c2);
}

function mixBlock(hash: number, block: number): number {
  const mixed = hash ^ scramble(block);
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0;
}

function finish(hash: number, length: number): number {
  let h = hash ^ length;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
