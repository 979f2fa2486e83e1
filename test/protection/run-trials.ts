import { openApplications } from './applications.ts';
import { attempt, titleOf, type Trial } from './attempt.ts';
import { openStage } from './stage.ts';
import { type Caller, openWorld } from './world.ts';

export interface Report {
  /** Attempts that were not allowed, or that prove nothing. */
  readonly failures: readonly string[];
  /** Number of attempts by outcome and caller. */
  readonly counts: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** The world with its applications. */
export interface Trials {
  /** Attempts all requests as all callers, one after the other. */
  run(trials: readonly Trial[], callers: readonly Caller[]): Promise<Report>;
  close(): Promise<void>;
}

export async function openTrials(): Promise<Trials> {
  const world = await openWorld();
  const on = openStage(world);
  const applications = await openApplications(world);
  return {
    async run(trials, callers) {
      const failures: string[] = [];
      const counts = new Map<string, Map<string, number>>();
      for (const trial of trials) {
        for (const { caller, outcome = 'failed', failure } of await attempt(trial, on, applications, callers)) {
          const name = caller ?? 'other credentials';
          if (failure !== undefined) failures.push(`${titleOf(trial)}, ${name}: ${failure}`);
          const ofOutcome = counts.get(outcome) ?? new Map<string, number>();
          counts.set(outcome, ofOutcome.set(name, (ofOutcome.get(name) ?? 0) + 1));
        }
      }
      return { failures, counts };
    },
    async close() {
      applications.close();
      await world.close();
    },
  };
}

/** A table of the counts, with a column for each caller. */
export function describeCounts({ counts }: Report): string {
  const callers = [...new Set([...counts.values()].flatMap((ofOutcome) => [...ofOutcome.keys()]))];
  const rows = [...counts].map(([outcome, ofOutcome]) => [outcome, ...callers.map((caller) => String(ofOutcome.get(caller) ?? 0))]);
  return [['outcome', ...callers], ...rows].map((cells) => cells.join(' | ')).join('\n');
}
