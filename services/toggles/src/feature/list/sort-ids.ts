import { createHash } from 'node:crypto';
import { yieldToOthers } from '@signalbox/kit';
import { type IdLines, lineFeed } from './read-ids.ts';

/** Sorts before every byte, so that an id comes before those that begin with it. */
const ended = -1;
const stepsPerTurn = 200_000;
const idsPerTurn = 20_000;
const bytesPerChunk = 65_536;

/** Distinct ids, sorted by their bytes. */
export interface SortedIds {
  /** Number of distinct ids. */
  readonly size: number;
  readonly duplicates: number;
  /** SHA-256 of the ids, each with a line feed, as `LC_ALL=C sort -u | sha256sum` prints it. */
  readonly hash: string;
  /** The ids, in chunks that end with a line feed. The next chunk overwrites the bytes of the last one. */
  readonly chunks: () => Iterable<Buffer>;
}

/** Sorts the starts of ids, so that a million needs 4 MB besides its bytes. Yields to other work. */
export async function sortIds({ bytes, count }: IdLines): Promise<SortedIds> {
  const all = await startsOf(bytes, count);
  await sortStarts(bytes, all);
  const starts = all.subarray(0, await withoutRepeated(bytes, all));
  const chunks = () => chunksOf(bytes, starts);
  const hash = createHash('sha256');
  for (const chunk of chunks()) {
    hash.update(chunk);
    await yieldToOthers();
  }
  return { size: starts.length, duplicates: count - starts.length, hash: hash.digest('hex'), chunks };
}

async function startsOf(bytes: Buffer, count: number): Promise<Uint32Array> {
  const starts = new Uint32Array(count);
  for (let index = 1; index < count; index += 1) {
    starts[index] = bytes.indexOf(lineFeed, starts[index - 1]) + 1;
    if (index % idsPerTurn === 0) await yieldToOthers();
  }
  return starts;
}

/** Three-way quicksort by one byte after the other (Bentley and Sedgewick, 1997). */
async function sortStarts(bytes: Buffer, starts: Uint32Array): Promise<void> {
  const byteAt = (index: number, depth: number): number => {
    const byte = bytes[(starts[index] as number) + depth] as number;
    return byte === lineFeed ? ended : byte;
  };
  const ranges: [from: number, to: number, depth: number][] = [[0, starts.length, 0]];
  let steps = 0;
  for (let range = ranges.pop(); range; range = ranges.pop()) {
    const [from, to, depth] = range;
    if (to - from < 2) continue;
    const pivot = byteAt((from + to) >>> 1, depth);
    let [low, high] = [from, to];
    for (let index = from; index < high; ) {
      const byte = byteAt(index, depth);
      if (byte < pivot) swap(starts, low++, index++);
      else if (byte > pivot) swap(starts, --high, index);
      else index += 1;
    }
    ranges.push([from, low, depth], [high, to, depth]);
    if (pivot !== ended) ranges.push([low, high, depth + 1]);
    steps += to - from;
    if (steps < stepsPerTurn) continue;
    steps = 0;
    await yieldToOthers();
  }
}

function swap(starts: Uint32Array, one: number, other: number): void {
  const start = starts[one] as number;
  starts[one] = starts[other] as number;
  starts[other] = start;
}

/** Moves distinct ids to the front, and returns their number. */
async function withoutRepeated(bytes: Buffer, starts: Uint32Array): Promise<number> {
  let size = 0;
  for (const [index, start] of starts.entries()) {
    if (index % idsPerTurn === 0) await yieldToOthers();
    if (size > 0 && isSameId(bytes, starts[size - 1] as number, start)) continue;
    starts[size] = start;
    size += 1;
  }
  return size;
}

function isSameId(bytes: Buffer, one: number, other: number): boolean {
  let offset = 0;
  while (bytes[one + offset] === bytes[other + offset] && bytes[one + offset] !== lineFeed) offset += 1;
  return bytes[one + offset] === bytes[other + offset];
}

function* chunksOf(bytes: Buffer, starts: Uint32Array): Generator<Buffer> {
  const chunk = Buffer.allocUnsafe(bytesPerChunk);
  let length = 0;
  for (const start of starts) {
    const end = bytes.indexOf(lineFeed, start) + 1;
    if (length + end - start > bytesPerChunk) {
      yield chunk.subarray(0, length);
      length = 0;
    }
    bytes.copy(chunk, length, start, end);
    length += end - start;
  }
  if (length > 0) yield chunk.subarray(0, length);
}
