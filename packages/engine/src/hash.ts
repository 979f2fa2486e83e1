// Murmur3, x86, 32 bits, by Austin Appleby (public domain), over UTF-8 as in most SDKs.

const c1 = 0xcc9e2d51;
const c2 = 0x1b873593;

/** Seed of variant selection since client specification 5.0.0. Strategies use 0. */
export const variantSeed = 86028157;

/** Hash state after a constant prefix (a group and its colon), to be continued with the rest. */
export interface HashedGroup {
  readonly hash: number;
  /** Up to three bytes that did not fill a block, little-endian. */
  readonly block: number;
  readonly length: number;
}

/** Hashes a group ahead of its ids. */
export function hashGroup(group: string, seed: number): HashedGroup {
  return hashPrefix(`${group}:`, seed);
}

/** Maps an id to a bucket in `1..size`: `murmur3(group + ':' + id, seed) mod size + 1`. Allocates nothing. */
export function bucketIn({ hash, block, length }: HashedGroup, id: string, size: number): number {
  return bucketAfter(hash, block, length, id, size);
}

/** `bucketIn` with the parts of the group. */
export function bucketAfter(hash: number, block: number, length: number, id: string, size: number): number {
  return ((hashRest(hash, block, length, id) >>> 0) % size) + 1;
}

/** Unsigned murmur3 hash of a text. A lone surrogate counts as U+FFFD, as in every UTF-8 encoder. */
export function hashText(text: string, seed: number): number {
  return hashRest(seed, 0, 0, text) >>> 0;
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

/** Signed, because an unsigned number might not fit V8's small integers and would be allocated. */
function hashRest(hashed: number, started: number, read: number, text: string): number {
  let hash = hashed;
  let block = started;
  let length = read;
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

/** UTF-8 bytes of a code point from U+0080 on, with the first byte lowest. */
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
