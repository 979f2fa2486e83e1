import type { ImpactMetricChoice } from '@signalbox/contracts';
import { beginningOf, dayMs, hourMs, minuteMs } from '@signalbox/kit';

/** The steps in which values are stored: minutes in blocks of an hour for two weeks, hours in blocks of a day for thirteen months. */
export const resolutions = {
  minute: { stepMs: minuteMs, blockMs: hourMs, storedMs: 14 * dayMs },
  hour: { stepMs: hourMs, blockMs: dayMs, storedMs: 396 * dayMs },
} as const;

/** The lengths of the time ranges of charts and safeguards. */
export const rangeLengths: Readonly<Record<ImpactMetricChoice['timeRange'], number>> = {
  hour: hourMs,
  day: dayMs,
  week: 7 * dayMs,
  month: 30 * dayMs,
};

export type Resolution = keyof typeof resolutions;
export const resolutionNames = Object.keys(resolutions) as readonly Resolution[];

/** The block that contains a point in time, and the number of the step in it. */
export function blockOf(step: Resolution, at: number): { readonly start: number; readonly index: number } {
  const { stepMs, blockMs } = resolutions[step];
  const start = beginningOf(blockMs, at);
  return { start, index: Math.floor((at - start) / stepMs) };
}
