import { equal, ok, throws } from 'node:assert/strict';
import { gunzipSync } from 'node:zlib';
import { deflateChunk, joinGzip } from './gzip-member.ts';

/** Chance that comes out the same in every run (Numerical Recipes, a linear congruence). */
function chance(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

/** Of any length up to 100,000 characters, now repetitive, now not. */
function anyText(random: () => number): string {
  const words = Array.from({ length: 1 + random() * 50 }, () => random().toString(36));
  return Array.from({ length: random() ** 3 * 10_000 }, () => words[Math.floor(random() * words.length)]).join('ü');
}

describe('a gzip member out of pieces', () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    it(`unpacks to all of them, one behind the other (${seed})`, async () => {
      const random = chance(seed);
      const texts = Array.from({ length: random() * 20 }, () => anyText(random));
      const chunks = await Promise.all(texts.map((text, index) => deflateChunk(text, random() < 0.5 ? '' : (texts[index - 1] ?? ''))));
      equal(gunzipSync(joinGzip(chunks)).toString('utf8'), texts.join(''));
    });
  }

  it('is refused where the checksum of a piece is that of another', async () => {
    const [first, second] = await Promise.all([deflateChunk('one', ''), deflateChunk('two', '')]);
    throws(() => gunzipSync(joinGzip([first, { ...second, crc: first.crc }])), /incorrect data check/);
  });

  it('is hardly larger for a piece that repeats what it stands behind', async () => {
    const text = Array.from({ length: 1000 }, chance(7)).join();
    const [alone, behind] = await Promise.all([deflateChunk(text, ''), deflateChunk(text, text)]);
    ok(behind.bytes.length < alone.bytes.length / 10);
  });
});
