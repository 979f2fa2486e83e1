// Races every pair of operations on different nouns on MySQL and prints the results: `npm run suite -- races --rounds 300`. `--of identity`
// races operations on users and access instead. The seed determines the delays; the exact interleaving depends on the machine.

import { parseArgs } from 'node:util';
import { identity } from '@signalbox/identity';
import { toggles } from '@signalbox/toggles';
import { readAmount } from '../../tools/testing/read-amount.ts';
import { readChoice } from '../../tools/testing/read-choice.ts';
import { selectNamed } from '../../tools/testing/select-named.ts';
import { identityPairs, openIdentityCourse } from './identity-races.ts';
import { operations, type Pair, pairsOf, titleOf } from './operations.ts';
import { openCourse, type Result } from './race.ts';
import { seeded } from './random.ts';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    of: { type: 'string', default: 'toggles' },
  },
});

const say = (sentence: string) => console.log(sentence);
const of = readChoice([toggles.name, identity.name], options.of, '--of');
const [rounds, seed] = [readAmount(options, 'rounds'), readAmount(options, 'seed')];
/** Rows and messages of several hundred pairs would slow down later ones. */
const pairsPerApp = 25;

function line(result: Result, seconds: number): string {
  const statuses = [...result.statuses].toSorted(([, one], [, other]) => other - one).map(([both, rounds]) => `${rounds} x ${both}`);
  return `${result.problems.length > 0 ? 'BROKEN' : 'holds '} ${titleOf(result.pair).padEnd(58)} ${seconds.toFixed(1).padStart(6)} s  ${statuses.join(', ')}`;
}

function report(result: Result, seconds: number): void {
  say(line(result, seconds));
  const counts = new Map<string, number>();
  for (const problem of result.problems.map((sentence) => sentence.replaceAll(/\bw\d+\./g, '')))
    counts.set(problem, (counts.get(problem) ?? 0) + 1);
  for (const [problem, count] of [...counts].slice(0, 5)) say(`    ${count} x ${problem}`);
}

/** Returns the pairs in which each part of `--only` matches an operation. */
function selectPairs(): Pair[] {
  const expected = options.only.split(' x ').map((part) => selectNamed(operations, part, ({ title }) => title));
  const pairs = pairsOf(operations).filter((pair) => expected.every((some) => some.some((operation) => pair.includes(operation))));
  if (pairs.length === 0) throw new Error(`--only ${options.only} matches no pair: a pair consists of operations on two nouns`);
  return pairs;
}

async function runRaces(): Promise<number> {
  const pairs = selectPairs();
  const random = seeded(seed);
  let broken = 0;
  for (let index = 0; index < pairs.length; index += pairsPerApp) {
    const course = await openCourse(toggles, random);
    for (const pair of pairs.slice(index, index + pairsPerApp)) {
      const begun = performance.now();
      const result = await course.race(pair, rounds);
      report(result, (performance.now() - begun) / 1000);
      if (result.problems.length > 0) broken += 1;
    }
    await course.close();
  }
  say(`${pairs.length} pairs, ${rounds} rounds each, seed ${seed}: ${broken} broken`);
  return broken;
}

async function runIdentityRaces(): Promise<number> {
  const pairs = selectNamed(identityPairs, options.only, ({ title }) => title);
  const course = await openIdentityCourse(seeded(seed));
  let broken = 0;
  for (const pair of pairs) {
    const begun = performance.now();
    const { problems, statuses } = await course.race(pair, rounds);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    const counted = [...statuses].map(([both, count]) => `${count} x ${both}`).join(', ');
    say(`${problems.length > 0 ? 'BROKEN' : 'holds '} ${pair.title.padEnd(64)} ${seconds.padStart(6)} s  ${counted}`);
    for (const problem of problems.slice(0, 5)) say(`    ${problem}`);
    if (problems.length > 0) broken += 1;
  }
  await course.close();
  say(`${pairs.length} pairs, ${rounds} rounds each, seed ${seed}: ${broken} broken`);
  return broken;
}

const brokenPairs = of === identity.name ? await runIdentityRaces() : await runRaces();
if (brokenPairs > 0) process.exitCode = 1;
