// Searches for the most expensive pattern and feature that the engine accepts, and prints them. Run it with `npm run suite -- fuzz-patterns
// --seed 1 --seconds 60`; a seed repeats the search on the same machine. Fails if an evaluation takes longer than allowed, or a program is
// larger than computed.

import { parseArgs } from 'node:util';
import * as fc from 'fast-check';
import { readAmount } from '../../../tools/testing/read-amount.ts';
import { cpuMs } from './cpu.ts';
import { evilQuestion } from './evil-features.ts';
import { evaluate, explain } from './features.ts';
import { hunt } from './hunt.ts';
import { engine, compiledSizeOf, unbounded } from './targets.ts';

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: String(1 + (Date.now() % 1_000_000)) },
    seconds: { type: 'string', default: '60' },
    'without-bounds': { type: 'boolean', default: false },
  },
});
const allowedMs = 20;
const target = options['without-bounds'] ? unbounded : engine;

interface Find {
  readonly ms: number;
  readonly what: string;
}

/** The worst result of each kind. */
const worst = new Map<string, Find>();
let tried = 0;
let larger = 0;

function note(kind: string, ms: number, what: () => string): void {
  if (ms > (worst.get(kind)?.ms ?? -1)) worst.set(kind, { ms, what: what() });
}

const shortened = (text: string) => (text.length > 100 ? `${text.slice(0, 100)}…` : text);

function tryPatterns(seed: number): void {
  for (const prey of hunt(target, seed, 20)) {
    const { pattern, weight, text } = prey;
    const size = compiledSizeOf(pattern);
    if (size !== undefined && size > weight) larger += 1;
    const about = () =>
      `${size ?? 'no'} instructions, ${weight} computed, ${text.length} characters, seed ${seed}: ${shortened(pattern.text)}`;
    note(
      'pattern, evaluated',
      cpuMs(() => target.evaluate(pattern, text)),
      about,
    );
    note(
      'pattern, compiled',
      cpuMs(() => target.evaluate(pattern, 'a'), { shortMs: 1 }),
      about,
    );
    tried += 1;
  }
}

function tryFeatures(seed: number): void {
  for (const { build, context, title } of fc.sample(evilQuestion, { seed, numRuns: 5 })) {
    const { feature, parents } = build();
    const about = () => `seed ${seed}: ${title}`;
    note(
      'feature, evaluated',
      cpuMs(() => void evaluate(feature, context, parents)),
      about,
    );
    note(
      'feature, explained',
      cpuMs(() => void explain(feature, context, parents)),
      about,
    );
    tried += 1;
  }
}

const [firstSeed, seconds] = [readAmount(options, 'seed'), readAmount(options, 'seconds')];
const end = performance.now() + seconds * 1000;
for (let seed = firstSeed; performance.now() < end; seed += 1) {
  tryPatterns(seed);
  if (target === engine) tryFeatures(seed);
}

console.log(`${tried} patterns and features from seed ${options.seed} on; milliseconds of CPU\n`);
for (const [kind, { ms, what }] of worst) console.log(`${kind.padEnd(18)} ${ms.toFixed(2).padStart(9)} ms  ${what}`);
const slow = [...worst].filter(([kind, { ms }]) => kind.endsWith('evaluated') && ms > allowedMs);
for (const [kind] of slow) console.log(`\nToo slow: ${kind}, more than ${allowedMs} ms.`);
if (larger > 0) console.log(`\n${larger} programs are larger than computed.`);
process.exitCode = slow.length + larger > 0 ? 1 : 0;
