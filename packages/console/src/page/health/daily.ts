import { dayMs } from '../../base/time.ts';

const shownDays = 30;

interface Day {
  /** In UTC: 2026-01-31. */
  readonly date: string;
  readonly count: number;
}

/** The counts of the past 30 days, of which the last is still running. Days that are not listed count zero. */
export function dailyOf(
  activity: readonly Day[],
  nowMs: number,
): { readonly starts: readonly number[]; readonly values: readonly number[] } {
  const today = Math.floor(nowMs / dayMs) * dayMs;
  const starts = Array.from({ length: shownDays }, (_, index) => today - (shownDays - 1 - index) * dayMs);
  const counts = new Map(activity.map(({ date, count }) => [Date.parse(date), count]));
  return { starts, values: starts.map((start) => counts.get(start) ?? 0) };
}
