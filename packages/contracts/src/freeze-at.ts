import type { Freeze, Protection } from './protection.ts';

/** The freeze that is in force, and the instant at which it ends. */
export interface FrozenUntil {
  readonly name: string;
  readonly until: string;
}

/** One occurrence of a freeze, in milliseconds since 1970. The end is exclusive. */
interface Occurrence {
  readonly start: number;
  readonly end: number;
}

/** The interval between occurrences of a repeating freeze, which must be shorter than that. */
export const periods = { daily: 'days', weekly: 'weeks', yearly: 'years' } as const;

/** Returns the freeze that is in force. If several are, returns the last one to end. */
export function freezeAt({ freezes }: Pick<Protection, 'freezes'>, now: Date): FrozenUntil | null {
  const inForce = freezes.flatMap((freeze) => occurrencesBetween(freeze, now, now).map(({ end }) => ({ name: freeze.name, end })));
  const [last] = inForce.sort((one, other) => other.end - one.end);
  return last ? { name: last.name, until: new Date(last.end).toISOString() } : null;
}

/** The occurrences of a freeze that are in force at any time from `first` to `last`, in order. */
export function occurrencesBetween({ start, end, timeZone, repeats }: Freeze, first: Date, last: Date): Occurrence[] {
  const from = Temporal.PlainDateTime.from(start);
  const to = Temporal.PlainDateTime.from(end);
  const offset = (instant: Date) => offsetNear(from, repeats, instant.toTemporalInstant().toZonedDateTimeISO(timeZone).toPlainDateTime());
  return offsetsBetween(repeats, offset(first), offset(last))
    .map((later) => ({ start: instantOf(from.add(later), timeZone, 'earlier'), end: instantOf(to.add(later), timeZone, 'later') }))
    .filter((occurrence) => occurrence.start <= last.getTime() && first.getTime() < occurrence.end);
}

/** Number of the occurrence that starts nearest to the time, or of one of its neighbors. */
function offsetNear(first: Temporal.PlainDateTime, repeats: Freeze['repeats'], time: Temporal.PlainDateTime): number {
  if (repeats === 'yearly') return time.year - first.year;
  const { days } = first.toPlainDate().until(time.toPlainDate());
  return repeats === 'weekly' ? Math.floor(days / 7) : days;
}

/** Offsets from the first occurrence, with a neighbor on each side. */
function offsetsBetween(repeats: Freeze['repeats'], from: number, to: number): Temporal.DurationLike[] {
  if (repeats === 'never') return [{ days: 0 }];
  const begin = Math.max(0, from - 1);
  return Array.from({ length: Math.max(0, to + 2 - begin) }, (_, index) => ({ [periods[repeats]]: begin + index }));
}

/**
 * Local times occur twice when clocks are put back, and some are skipped when clocks are put forward. A freeze starts at the
 * earlier and ends at the later of the two interpretations, so that it is never too short.
 */
const instantOf = (local: Temporal.PlainDateTime, timeZone: string, disambiguation: 'earlier' | 'later'): number =>
  local.toZonedDateTime(timeZone, { disambiguation }).epochMilliseconds;
