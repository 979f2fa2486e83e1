// Races every pair of operations of different nouns on MySQL and prints how that went: `npm run test:races -- --rounds 300`.
// `--of identity` races those on users and access instead. The seed decides about the leads; the moments at which two transactions
// meet are the machine's.

import { parseArgs } from 'node:util';
import { identity } from '@signalbox/identity';
import { toggles } from '@signalbox/toggles';
import { identityPairs, openIdentityCourse } from './identity-races.ts';
import { operations, pairsOf, titleOf } from './operations.ts';
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
/** Rows and messages of some hundred pairs would slow down the next ones. */
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

async function runRaces(): Promise<number> {
  const random = seeded(Number(options.seed));
  const wanted = options.only.split(' x ');
  const pairs = pairsOf(operations).filter((pair) => wanted.every((part) => pair.some((operation) => operation.title.includes(part))));
  let broken = 0;
  for (let index = 0; index < pairs.length; index += pairsPerApp) {
    const course = await openCourse(toggles, random);
    for (const pair of pairs.slice(index, index + pairsPerApp)) {
      const begun = performance.now();
      const result = await course.race(pair, Number(options.rounds));
      report(result, (performance.now() - begun) / 1000);
      if (result.problems.length > 0) broken += 1;
    }
    await course.close();
  }
  say(`${pairs.length} pairs, ${options.rounds} rounds each, seed ${options.seed}: ${broken} broken`);
  return broken;
}

async function runIdentityRaces(): Promise<number> {
  const course = await openIdentityCourse(seeded(Number(options.seed)));
  const pairs = identityPairs.filter(({ title }) => title.includes(options.only));
  let broken = 0;
  for (const pair of pairs) {
    const begun = performance.now();
    const { problems, statuses } = await course.race(pair, Number(options.rounds));
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    const rounds = [...statuses].map(([both, count]) => `${count} x ${both}`).join(', ');
    say(`${problems.length > 0 ? 'BROKEN' : 'holds '} ${pair.title.padEnd(64)} ${seconds.padStart(6)} s  ${rounds}`);
    for (const problem of problems.slice(0, 5)) say(`    ${problem}`);
    if (problems.length > 0) broken += 1;
  }
  await course.close();
  say(`${pairs.length} pairs, ${options.rounds} rounds each, seed ${options.seed}: ${broken} broken`);
  return broken;
}

const brokenPairs = options.of === identity.name ? await runIdentityRaces() : await runRaces();
if (brokenPairs > 0) process.exitCode = 1;
