// Kills change requests and toggles while they apply, lets users race for one request, runs random sequences, and prints the results: `npm
// run suite -- change-requests --kills 100 --rounds 200 --sequences 200 --seed 1`. Name at least one kind; others are not run. `--from 40
// --kills 100` continues after the fortieth.

import { parseArgs } from 'node:util';
import { readAmount } from '../../tools/testing/read-amount.ts';
import { seeded } from '../races/random.ts';
import { openChangesApp } from './changes-app.fixture.ts';
import { follows, isHalf, killDuring, type KillOutcome, kills } from './kills/kill-rounds.ts';
import { openKillableServices } from './kills/killable.fixture.ts';
import { walk } from './model.ts';
import { raceRound } from './race.ts';

const { values: options } = parseArgs({
  options: {
    kills: { type: 'string' },
    from: { type: 'string' },
    rounds: { type: 'string' },
    sequences: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});

const say = (sentence: string) => console.log(sentence);

/** Number of open requests whose outcomes are awaited together. */
const killsAtATime = 20;

async function runKills(from: number, count: number, random: () => number): Promise<boolean> {
  const at = await openKillableServices();
  const outcomes: KillOutcome[] = [];
  try {
    const chosen = Array.from({ length: count }, (_, index) => kills[index % kills.length] ?? kills[0]).filter(
      (kill) => kill !== undefined,
    );
    for (let index = from; index < count; index += killsAtATime) {
      outcomes.push(...(await killDuring(at, chosen.slice(index, index + killsAtATime), random)));
      say(`${from + outcomes.length} of ${count} kills`);
    }
  } finally {
    sayTable(outcomes);
    await at.close();
  }
  return outcomes.every((outcome) => !isHalf(outcome) && follows(outcome));
}

function sayTable(outcomes: readonly KillOutcome[]): void {
  for (const kill of kills) {
    const own = outcomes.filter((outcome) => outcome.kill === kill);
    if (own.length > 0) say(lineOf(own, `${kill.service} by ${kill.by}: ${kill.title} (${kill.point} ${kill.at})`));
  }
  say(lineOf(outcomes, 'all'));
  const moments = outcomes.filter(({ kill }) => kill.point === 'any moment').length;
  say(`${outcomes.length - moments} killed themselves at the named point within the application; ${moments} were killed from outside`);
}

function lineOf(outcomes: readonly KillOutcome[], title: string): string {
  const count = (is: (outcome: KillOutcome) => boolean) => String(outcomes.filter(is).length).padStart(3);
  const complete = count((outcome) => outcome.state === 'Applied' && follows(outcome));
  const none = count((outcome) => outcome.state !== 'Applied' && follows(outcome));
  const half = count(isHalf);
  const other = count((outcome) => !isHalf(outcome) && !follows(outcome));
  return `${title.padEnd(86)} kills ${count(() => true)}  applied and Applied ${complete}  not applied and Approved or Scheduled ${none}  half ${half}  state elsewhere ${other}`;
}

async function runRounds(count: number): Promise<boolean> {
  const at = await openChangesApp();
  const states = new Map<string, number>();
  const problems: string[] = [];
  try {
    const users = [await at.reviewer(), await at.reviewer()] as const;
    for (let round = 0; round < count; round++) {
      // Every second block of ten rounds requires two approvals.
      if (round % 10 === 0) await at.protect({ requiredApprovals: round % 20 === 0 ? 1 : 2 });
      await raceRound(at, users, round).then(
        (state) => states.set(state, (states.get(state) ?? 0) + 1),
        (error: unknown) => problems.push(`round ${round}: ${(error as Error).message}`),
      );
    }
  } finally {
    await at.close();
  }
  const withoutApprovals = problems.filter((problem) => problem.includes('without its approvals')).length;
  const seen = [...states].map(([state, times]) => `${times} x ${state}`).join(', ');
  say(`${count} rounds: ${seen}`);
  say(`forbidden states ${problems.length - withoutApprovals}, applications without approvals ${withoutApprovals}`);
  for (const problem of problems.slice(0, 5)) say(`    ${problem}`);
  return problems.length === 0;
}

async function runSequences(runs: number, seed: number): Promise<boolean> {
  const ends = await walk({ runs, length: 40, seed });
  say(`${runs} sequences match the model: requests ended ${[...ends].map(([state, times]) => `${times} x ${state}`).join(', ')}`);
  return true;
}

const amountOf = (name: keyof typeof options) => (options[name] === undefined ? 0 : readAmount(options, name));

const [killCount, from, rounds, sequences, seed] = [
  amountOf('kills'),
  amountOf('from'),
  amountOf('rounds'),
  amountOf('sequences'),
  amountOf('seed'),
];
if (killCount + rounds + sequences === 0) throw new Error('Nothing to run. Name --kills, --rounds or --sequences');
if (from > 0 && from >= killCount) throw new Error(`--from ${from} skips all of ${killCount} kills`);
const isFine = [
  rounds === 0 || (await runRounds(rounds)),
  sequences === 0 || (await runSequences(sequences, seed)),
  killCount === 0 || (await runKills(from, killCount, seeded(seed))),
];
if (isFine.includes(false)) process.exitCode = 1;
