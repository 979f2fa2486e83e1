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

describe('kept answers', () => {
  it('are a hundred million characters at most, until the first of them expire', async () => {
    let time = 0;
    const { answers, stored } = openCache(() => time);
    const keep = async (question: number, characters: number) => {
      await Array.fromAsync(answers.keeping(question, chunksOf('x'.repeat(characters)), { isLasting: () => true, progress: () => 1 }));
      return stored.splice(0);
    };
    for (let question = 0; question < 25; question += 1) deepEqual(await keep(question, 4_000_000), [4_000_000]);
    deepEqual(await keep(25, 1), []);
    time = 599_999;
    deepEqual(await keep(26, 1), []);
    time = 600_000;
    deepEqual(await keep(27, 3), [3]);
    deepEqual(await keep(28, 4_000_001), [], 'too long by itself');
  });

  it('are those that come to their end: what is going to be too long is given up on the way', async () => {
    const { answers, stored } = openCache(() => 0);
    const keep = async (...course: number[]) => {
      const progress = course.values();
      async function* chunks() {
        for (const _ of course) yield 'x'.repeat(1_000_000);
      }
      const answer = { isLasting: () => true, progress: () => progress.next().value ?? 1 };
      await Array.fromAsync(answers.keeping(course, chunks(), answer));
      return stored.splice(0);
    };
    deepEqual(await keep(0.25, 0.5, 1), [3_000_000]);
    deepEqual(await keep(0.1, 0.5, 1), [], 'ten million, as far as was known');
  });
});
