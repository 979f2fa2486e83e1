import { formatMinute } from '../../base/format.ts';

/** One occurrence of a freeze (ISO 8601). The end is exclusive. */
export interface FrozenPeriod {
  readonly name: string;
  readonly start: string;
  readonly end: string;
}

/** A freeze on one day, with the local times at which it starts or ends there. */
export interface FreezeOfDay {
  readonly name: string;
  readonly from?: string;
  readonly until?: string;
}

/** The days of the weeks that contain a month (local midnights), from Monday to Sunday. Later months follow month 11. */
export function weeksOf(year: number, month: number): Date[][] {
  const leading = (new Date(year, month, 1).getDay() + 6) % 7;
  const weeks = Math.ceil((leading + new Date(year, month + 1, 0).getDate()) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => new Date(year, month, 1 - leading + 7 * week + day)),
  );
}

/** The midnight that ends a local day. */
export const endOf = (day: Date): Date => new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1);

/** The freezes that are in force at any time of a local day. */
export function freezesOn(day: Date, periods: readonly FrozenPeriod[]): FreezeOfDay[] {
  const [begin, end] = [day.getTime(), endOf(day).getTime()];
  return periods
    .map(({ name, start, end }) => ({ name, start: Date.parse(start), end: Date.parse(end) }))
    .filter((period) => period.start < end && begin < period.end)
    .map((period) => ({
      name: period.name,
      ...(period.start > begin && { from: formatMinute(period.start) }),
      ...(period.end < end && { until: formatMinute(period.end) }),
    }));
}
