import { loadavg } from 'node:os';
import type { Ground } from './ground.ts';

/** A measured value, and whether it meets its target. */
export interface Figure {
  readonly title: string;
  readonly demanded: string;
  readonly seen: string;
  readonly holds: boolean;
  /** True for durations, which grow on a busy machine. */
  readonly isTime: boolean;
}

export interface Amounts {
  readonly writes: number;
  /** Runs of the random trial, starting with the given seed. */
  readonly seeds: number;
  /** Changes of one feature, each of which is awaited. */
  readonly changes: number;
  /** Requests per second. */
  readonly rate: number;
  readonly outageMs: number;
}

export interface TrialRun {
  readonly ground: Ground;
  readonly seed: number;
  readonly amounts: Amounts;
  readonly say: (sentence: string) => void;
}

export interface Trial {
  readonly number: number;
  readonly title: string;
  readonly run: (run: TrialRun) => Promise<readonly Figure[]>;
}

/** Target: there are none. */
export const none = (title: string, found: readonly string[] | number): Figure => {
  const count = typeof found === 'number' ? found : found.length;
  const first = typeof found === 'number' || count === 0 ? '' : ` (${found[0]})`;
  return { title, demanded: '0', seen: `${count}${first}`, holds: count === 0, isTime: false };
};

export const atLeast = (title: string, least: number, seen: number): Figure => ({
  title,
  demanded: `>= ${least}`,
  seen: String(seen),
  holds: seen >= least,
  isTime: false,
});

export const upTo = (title: string, max: number, seen: number): Figure => ({
  title,
  demanded: `<= ${max}`,
  seen: String(seen),
  holds: seen <= max,
  isTime: false,
});

export const within = (title: string, maxMs: number, seenMs: number): Figure => ({
  title,
  demanded: `<= ${maxMs} ms`,
  seen: `${Math.round(seenMs)} ms`,
  holds: seenMs <= maxMs,
  isTime: true,
});

/** Load average of the last minute per processor. */
export const load = (): number => loadavg()[0] ?? 0;

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
