import { deepEqual, ok } from 'node:assert/strict';
import { maxInstructions, stepsPerEvaluation } from '@signalbox/engine';
import * as fc from 'fast-check';
import { cpuMs } from './cpu.ts';
import { evilQuestion } from './evil-features.ts';
import { evaluate, explain } from './features.ts';
import { hunt } from './hunt.ts';
import { engine, compiledSizeOf, unbounded } from './targets.ts';

// The short version of `npm run suite -- fuzz-patterns`. Sizes and steps are counted; that suite also
// measures the CPU time that they stand for.

const shortMs = 20;
const seed = 1;

describe('the most expensive patterns that a search finds', () => {
  it('are matched, reach the limits, and have no more instructions than computed', () => {
    let atBound = 0;
    for (const { pattern, weight } of hunt(engine, seed, 200)) {
      const size = compiledSizeOf(pattern) ?? 0;
      ok(size <= weight && weight <= maxInstructions, `${size} instructions, ${weight} counted: ${pattern.text}`);
      atBound += Number(weight > maxInstructions * 0.9);
    }
    ok(atBound > 50, `${atBound} are nearly as large as a pattern may be`);
  });

  it('block an engine without limits, as the same search shows', () => {
    const large = [...hunt(unbounded, seed, 200)].filter(({ weight }) => weight > 20 * maxInstructions);
    ok(large.some(({ pattern, text }) => cpuMs(() => unbounded.evaluate(pattern, text)) > shortMs));
  });

  it('are the same for the same seed', () => {
    deepEqual([...hunt(engine, 7, 20)], [...hunt(engine, 7, 20)]);
  });
});

describe('the most expensive features that a search finds', () => {
  it('take at most the step budget of an evaluation', () => {
    let usedUp = 0;
    for (const { build, context, title } of fc.sample(evilQuestion, { seed, numRuns: 80 })) {
      const { feature, parents } = build();
      const { steps = 0 } = evaluate(feature, context, parents);
      ok(steps <= stepsPerEvaluation && (explain(feature, context, parents).steps ?? 0) === steps, title);
      usedUp += Number(steps > stepsPerEvaluation * 0.9);
    }
    ok(usedUp > 2, `${usedUp} use up their steps`);
  });
});
