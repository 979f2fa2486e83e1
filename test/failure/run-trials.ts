import { availableParallelism } from 'node:os';
import type { Ground } from './ground.ts';
import { closeScenes } from './scene.ts';
import { selectTrials } from './select-trials.ts';
import { type Amounts, type Figure, load, type Trial } from './trial.ts';

export interface Chosen {
  readonly seed: number;
  /** Numbers of the trials; empty for all. */
  readonly only: readonly string[];
  readonly amounts: Amounts;
  readonly say: Say;
}

type Say = (sentence: string) => void;
type Verdict = 'holds' | 'MISSED' | 'unclear';

interface Row extends Figure {
  readonly number: number;
  readonly load: number;
  readonly verdict: Verdict;
}

/** Above this load per processor, durations measure the machine rather than the product. */
const busyLoad = 2;

/** Runs the trials in sequence, prints their figures, and returns true if all targets are met. */
export async function runTrials(ground: Ground, { seed, only, amounts, say }: Chosen): Promise<boolean> {
  const chosen = selectTrials(only);
  const rows: Row[] = [];
  for (const trial of chosen) {
    const begun = performance.now();
    say(`\n${trial.number}. ${trial.title}`);
    const figures = await runTrial(trial, { ground, seed, amounts, say: (line) => say(`   ${line}`) });
    const own = figures.map((figure) => ({ ...figure, number: trial.number, load: load(), verdict: verdictOf(figure, load()) }));
    for (const row of own) say(`   ${row.verdict}: ${row.title}: ${row.seen.slice(0, 400)}, target ${row.demanded}`);
    say(`   ${((performance.now() - begun) / 1000).toFixed(0)} s`);
    rows.push(...own);
  }
  await closeScenes();
  print(rows, say);
  return !rows.some(({ verdict }) => verdict === 'MISSED');
}

/** A trial that throws counts as missed. */
async function runTrial(trial: Trial, run: Parameters<Trial['run']>[0]): Promise<readonly Figure[]> {
  try {
    return await trial.run(run);
  } catch (error) {
    return [{ title: 'completes', demanded: 'yes', seen: String((error as Error).stack ?? error), holds: false, isTime: false }];
  }
}

const verdictOf = ({ holds, isTime }: Figure, seenLoad: number): Verdict =>
  holds ? 'holds' : isTime && seenLoad > busyLoad * availableParallelism() ? 'unclear' : 'MISSED';

function print(rows: readonly Row[], say: Say): void {
  const headings = ['test', 'figure', 'demanded', 'seen', 'load', 'verdict'];
  const cells = rows.map(({ number, title, demanded, seen, load: seenLoad, verdict }) => [
    String(number),
    title,
    demanded,
    seen.split('\n')[0]?.slice(0, 100) ?? '',
    seenLoad.toFixed(1),
    verdict,
  ]);
  const widths = headings.map((heading, column) => Math.max(heading.length, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  say(`\n${line(headings)}\n| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  for (const row of cells) say(line(row));
  const unclear = rows.filter(({ verdict }) => verdict === 'unclear').length;
  if (unclear > 0) say(`\n${unclear} durations missed their target on a machine with a load above ${busyLoad} per processor: unclear.`);
}
