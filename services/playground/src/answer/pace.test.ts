import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { stepsPerTurn } from '@signalbox/engine';
import { pace } from './pace.ts';

/** A clock that advances with each call. */
function clock(stepMs: number): () => Date {
  let time = 0;
  return () => new Date((time += stepMs));
}

const fragments = (count: number) => Array.from({ length: count }, (_, index) => `${index}`.padEnd(5000, '.'));

const none = () => 0;

describe('pacing', () => {
  it('joins all fragments to larger chunks', async () => {
    const chunks = await Array.fromAsync(pace(fragments(100), { now: clock(0), budgetMs: 1000, steps: none }));
    equal(chunks.join(''), fragments(100).join(''));
    ok(chunks.length > 5 && chunks.length < 20, `${chunks.length} chunks`);
    deepEqual(await Array.fromAsync(pace([], { now: clock(0), budgetMs: 1000, steps: none })), []);
  });

  it('yields to other work, however fast the reader is', async () => {
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    await Array.fromAsync(pace(fragments(1000), { now: clock(0.5), budgetMs: 10_000, steps: none }));
    isOver = true;
    ok(turns >= 20, `${turns} turns in 500 ms`);
  });

  it('yields after each expensive evaluation, however short its output', async () => {
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    let steps = 0;
    const expensive = Array.from({ length: 100 }, () => 'x')
      .values()
      .map((fragment) => {
        steps += stepsPerTurn;
        return fragment;
      });
    await Array.fromAsync(pace(expensive, { now: clock(0), budgetMs: 1000, steps: () => steps }));
    isOver = true;
    ok(turns >= 100, `${turns} turns`);
  });

  it('fails when its time is up', async () => {
    const taken: string[] = [];
    await rejects(
      async () => {
        for await (const chunk of pace(fragments(1000), { now: clock(1), budgetMs: 200, steps: none })) taken.push(chunk);
      },
      { name: 'UnavailableError', message: /longer than 200 ms/ },
    );
    ok(taken.length > 0);
  });

  it('does not count the time of the reader', async () => {
    let time = 0;
    const now = () => new Date((time += 0.1));
    let taken = 0;
    for await (const chunk of pace(fragments(1000), { now, budgetMs: 200, steps: none })) {
      taken += chunk.length;
      time += 1000;
    }
    equal(taken, 5_000_000);
  });
});
