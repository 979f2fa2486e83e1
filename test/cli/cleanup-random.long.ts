import { equal } from 'node:assert/strict';
import { nextRandom } from '@signalbox/testing';
import type { Unleash } from 'unleash-client';
import { randomCode } from './random-code.fixture.ts';
import { behavior, compiled, patched, sourceOf, winners } from './run-shape.fixture.ts';

const bodies = 200;

describe('the patch of a flag', () => {
  it('behaves alike in random code', async () => {
    const random = nextRandom();
    for (let count = 0; count < bodies; count++) {
      const body = `const o = { x: a }; ${randomCode((limit) => Math.floor(random() * limit))}`;
      for (const winner of [winners.on, winners.off]) {
        const shape = { title: 'random', body };
        const { text } = patched(shape, winner);
        equal(text.includes('isEnabled'), false, text);
        const client = { isEnabled: () => winner.enabled } as unknown as Unleash;
        const [after, before] = [compiled(text), compiled(sourceOf(shape))];
        for (const a of [true, false])
          for (const b of [true, false])
            equal(
              await behavior(after, client, undefined, [a, b]),
              await behavior(before, client, undefined, [a, b]),
              `${sourceOf(shape)}\n${text}`,
            );
      }
    }
  });
});
