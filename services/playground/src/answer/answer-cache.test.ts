import { deepEqual } from 'node:assert/strict';
import { AnswerCache } from './answer-cache.ts';

async function* piecesOf(text: string): AsyncGenerator<string> {
  yield text;
}

describe('kept answers', () => {
  it('are a hundred million characters at most, until the first of them expire', async () => {
    let time = 0;
    const stored: number[] = [];
    const answers = new AnswerCache({
      now: () => new Date(time),
      cache: {
        get: async () => null,
        set: async (_key, value) => void stored.push(value.length),
        count: async () => ({ count: 1, resetMs: 1 }),
      },
      report: () => undefined,
    });
    const keep = async (question: number, characters: number) => {
      await Array.fromAsync(answers.keeping(question, piecesOf('x'.repeat(characters)), () => true));
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
});
