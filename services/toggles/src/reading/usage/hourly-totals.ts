import { beginningOf, hourMs } from '@signalbox/kit';

const hours = 24;

/** The first of the last 24 hours, the current one included. */
export const firstHour = (now: Date): number => beginningOf(hourMs, now.getTime()) - (hours - 1) * hourMs;

/** Evaluations in each of the 24 hours since the first, oldest first. */
export function hourlyTotals(counts: readonly { readonly hour: number; readonly total: number }[], first: number): number[] {
  const totals = Array.from({ length: hours }, () => 0);
  for (const { hour, total } of counts) {
    const index = Math.floor((Number(hour) - first) / hourMs);
    if (index < hours) totals[index] = (totals[index] ?? 0) + Number(total);
  }
  return totals;
}
