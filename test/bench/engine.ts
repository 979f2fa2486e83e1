// Measures evaluations per CPU second of our engine and two published evaluators, in one process and in turns, so that other load on the
// machine affects all of them alike. Run it with `node tools/run.mjs test/bench/engine.ts`.

import { getHeapStatistics } from 'node:v8';
import { type Engine, engines } from './engine/engines.ts';
import { mix, users, rollout, type Rule } from './engine/questions.ts';

const roundMs = 250;
const rounds = 7;

/** Result of one round: evaluations per second of CPU, and bytes allocated by each evaluation. */
interface Result {
  readonly rate: number;
  readonly bytes: number;
}

interface Contest {
  readonly title: string;
  readonly rules: readonly Rule[];
}

const contests: readonly Contest[] = [
  { title: 'flexibleRollout with two constraints', rules: [rollout] },
  { title: 'a mix of 1,000 features', rules: mix },
];

/** Best round of each engine, without disturbance. */
function run({ rules }: Contest): Map<string, Result> {
  const turns = engines.map((engine) => ({ name: engine.name, turn: turnOf(engine, rules) }));
  for (const { turn } of turns) turn(roundMs);
  agree(rules);
  const best = new Map<string, Result>();
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, turn } of turns) best.set(name, better(best.get(name), turn(roundMs)));
  }
  return best;
}

function better(known: Result | undefined, result: Result): Result {
  if (!known) return result;
  return { rate: Math.max(known.rate, result.rate), bytes: Math.min(known.bytes, result.bytes) };
}

/** Evaluates every feature for every person in turn, for the given time. */
function turnOf(engine: Engine, rules: readonly Rule[]): (forMs: number) => Result {
  const ask = engine.load(rules);
  const names = rules.map(({ name }) => name);
  const asks = users.map(ask);
  return (forMs) => {
    const allocated = getHeapStatistics().total_allocated_bytes;
    const begun = process.cpuUsage();
    const end = performance.now() + forMs;
    let on = 0;
    let evaluations = 0;
    while (performance.now() < end) {
      for (const isOn of asks) for (const name of names) if (isOn(name)) on += 1;
      evaluations += asks.length * names.length;
    }
    const { user, system } = process.cpuUsage(begun);
    if (on === 0) throw new Error(`${engine.name} never evaluates to true`);
    const bytes = (getHeapStatistics().total_allocated_bytes - allocated) / evaluations;
    return { rate: (evaluations * 1_000_000) / (user + system), bytes };
  };
}

/**
 * `unleash-client` must return the same result for every feature and person. Other engines use different hashes. Where no hash decides they
 * must return the same result; otherwise about the same number of people must get the feature.
 */
function agree(rules: readonly Rule[]): void {
  const [ours, ...others] = engines.map((engine) => ({ name: engine.name, ask: engine.load(rules) }));
  for (const { name: feature, share } of rules) {
    const ourOn = users.map((user) => ours?.ask(user)(feature));
    for (const { name, ask } of others) {
      const exact = share === 100 || name === 'unleash-client';
      const theirOn = users.map((user) => ask(user)(feature));
      const differing = exact ? theirOn.filter((on, index) => on !== ourOn[index]).length : Math.abs(count(theirOn) - count(ourOn));
      if (differing > (exact ? 0 : users.length / 8)) throw new Error(`${name} differs from our engine on ${feature}`);
    }
  }
}

function count(answers: readonly (boolean | undefined)[]): number {
  return answers.filter(Boolean).length;
}

function printTable({ title }: Contest, best: ReadonlyMap<string, Result>): void {
  const ours = best.get(engines[0]?.name ?? '')?.rate ?? 0;
  console.log(`\n${title}\n`);
  console.log('| engine                  | evaluations per second of CPU | ours is faster by | bytes allocated by each |');
  console.log('| ----------------------- | ----------------------------: | ----------------: | ----------------------: |');
  for (const [name, { rate, bytes }] of best) {
    const factor = rate === ours ? '' : (ours / rate).toFixed(1);
    const cells = [name.padEnd(23), Math.round(rate).toLocaleString('en').padStart(29), factor.padStart(17), bytes.toFixed(0).padStart(23)];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

for (const contest of contests) printTable(contest, run(contest));
