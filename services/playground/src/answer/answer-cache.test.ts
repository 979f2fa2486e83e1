import { deepEqual } from 'node:assert/strict';
import { AnswerCache } from './answer-cache.ts';

async function* chunksOf(text: string): AsyncGenerator<string> {
  yield text;
}

function openCache(time: () => number) {
  const stored: number[] = [];
  const answers = new AnswerCache({
    now: () => new Date(time()),
    cache: {
      get: async () => null,
      set: async (_key, value) => void stored.push(value.length),
      count: async () => ({ count: 1, resetMs: 1 }),
    },
    report: () => undefined,
  });
  return { answers, stored };
}

describe('the cache of responses', () => {
  it('stores up to a hundred million characters, until the first entries expire', async () => {
    let time = 0;
    const { answers, stored } = openCache(() => time);
    const store = async (question: number, characters: number) => {
      await Array.fromAsync(answers.caching(question, chunksOf('x'.repeat(characters)), { isLasting: () => true, progress: () => 1 }));
      return stored.splice(0);
    };
    for (let question = 0; question < 25; question += 1) deepEqual(await store(question, 4_000_000), [4_000_000]);
    deepEqual(await store(25, 1), []);
    time = 599_999;
    deepEqual(await store(26, 1), []);
    time = 600_000;
    deepEqual(await store(27, 3), [3]);
    deepEqual(await store(28, 4_000_001), [], 'longer than the limit of an entry');
  });

  it('stores only complete responses, and stops collecting once a response is expected to be too long', async () => {
    const { answers, stored } = openCache(() => 0);
    const store = async (...course: number[]) => {
      const progress = course.values();
      async function* chunks() {
        for (const _ of course) yield 'x'.repeat(1_000_000);
      }
      const answer = { isLasting: () => true, progress: () => progress.next().value ?? 1 };
      await Array.fromAsync(answers.caching(course, chunks(), answer));
      return stored.splice(0);
    };
    deepEqual(await store(0.25, 0.5, 1), [3_000_000]);
    deepEqual(await store(0.1, 0.5, 1), [], 'expected to reach ten million characters');
  });
});
