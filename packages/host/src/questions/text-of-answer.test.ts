import { deepEqual, equal, rejects } from 'node:assert/strict';
import { fetchTokens } from '@signalbox/contracts';
import { answer } from '@signalbox/kit';
import { textOfAnswer } from './text-of-answer.ts';

describe('textOfAnswer', () => {
  const context = {} as never;

  it('computes each answer without a version', async () => {
    let made = 0;
    const give = textOfAnswer(answer(fetchTokens, async () => ({ version: (made += 1), tokens: [] })));
    deepEqual([await give({}, context), await give({}, context)], ['{"version":1,"tokens":[]}', '{"version":2,"tokens":[]}']);
  });

  it('computes an answer once per version', async () => {
    let version = 1;
    let made = 0;
    const give = textOfAnswer(
      answer(fetchTokens, async () => ({ version: 10 * version + (made += 1), tokens: [] }), { version: async () => version }),
    );
    const texts = () => Promise.all(Array.from({ length: 16 }, () => give({}, context)));
    deepEqual(new Set(await texts()), new Set(['{"version":11,"tokens":[]}']));
    version = 2;
    deepEqual(new Set([...(await texts()), ...(await texts())]), new Set(['{"version":22,"tokens":[]}']));
  });

  it('computes again after a failure', async () => {
    let isAway = true;
    const give = textOfAnswer(
      answer(
        fetchTokens,
        async () => {
          if (isAway) throw new Error('away');
          return { version: 1, tokens: [] };
        },
        { version: async () => 1 },
      ),
    );
    await Promise.all([1, 2].map(() => rejects(give({}, context), /away/)));
    isAway = false;
    equal(await give({}, context), '{"version":1,"tokens":[]}');
  });
});
