import { equal, ok, throws } from 'node:assert/strict';
import { gunzipSync } from 'node:zlib';
import { deflateChunk, joinGzip } from './gzip-member.ts';

/** Reproducible random numbers (linear congruential generator of Numerical Recipes). */
function chance(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

/** A text of up to 100,000 characters, more or less repetitive. */
function anyText(random: () => number): string {
  const words = Array.from({ length: 1 + random() * 50 }, () => random().toString(36));
  return Array.from({ length: random() ** 3 * 10_000 }, () => words[Math.floor(random() * words.length)]).join('ü');
}

describe('a gzip member joined from chunks', () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    it(`decompresses to the texts in order (seed ${seed})`, async () => {
      const random = chance(seed);
      const texts = Array.from({ length: random() * 20 }, () => anyText(random));
      const chunks = await Promise.all(texts.map((text, index) => deflateChunk(text, random() < 0.5 ? '' : (texts[index - 1] ?? ''))));
      equal(gunzipSync(joinGzip(chunks)).toString('utf8'), texts.join(''));
    });
  }

  it('is invalid if a chunk has a wrong checksum', async () => {
    const [first, second] = await Promise.all([deflateChunk('one', ''), deflateChunk('two', '')]);
    throws(() => gunzipSync(joinGzip([first, { ...second, crc: first.crc }])), /incorrect data check/);
  });

  it('hardly grows with a chunk that repeats its predecessor', async () => {
    const text = Array.from({ length: 1000 }, chance(7)).join();
    const [alone, behind] = await Promise.all([deflateChunk(text, ''), deflateChunk(text, text)]);
    ok(behind.bytes.length < alone.bytes.length / 10);
  });
});
