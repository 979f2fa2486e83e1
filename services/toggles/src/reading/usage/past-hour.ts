import { hourMs } from '@signalbox/kit';

/** Usage is stored by clock hour. The past 60 minutes cover the current hour and the end of the previous one: hours that begin after this. */
export const beginningOfPastHour = (now: Date): number => now.getTime() - 2 * hourMs;

interface CountedHour {
  readonly hour: number;
  readonly yes: number;
  readonly no: number;
}

/**
 * Estimates the evaluations in the past 60 minutes. The previous hour counts in proportion to the minutes of it that are not over
 * for an hour. Rounds up, so that a feature in use never has zero.
 */
export function sumOfPastHour(hours: readonly CountedHour[], now: Date): { readonly yes: number; readonly no: number } {
  const part = (hour: number) => Math.max(0, Math.min(1, (hour + 2 * hourMs - now.getTime()) / hourMs));
  const sumOf = (key: 'yes' | 'no') => Math.ceil(hours.reduce((sum, row) => sum + part(Number(row.hour)) * Number(row[key]), 0));
  return { yes: sumOf('yes'), no: sumOf('no') };
}
