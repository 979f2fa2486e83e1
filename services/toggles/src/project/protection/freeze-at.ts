import type { Freeze, Protection } from '@signalbox/contracts';

/** A freeze that is in force, and the instant at which it ends. */
export interface FrozenUntil {
  readonly name: string;
  readonly until: string;
}

/** The interval between occurrences of a repeating freeze, which must be shorter than that. */
export const periods = { daily: 'days', weekly: 'weeks', yearly: 'years' } as const;

/** Returns the freeze that is in force. If several are, returns the last one to end. */
export function freezeAt({ freezes }: Pick<Protection, 'freezes'>, now: Date): FrozenUntil | null {
  const instant = Temporal.Instant.fromEpochMilliseconds(now.getTime());
  const [last] = freezes.flatMap((freeze) => inForce(freeze, instant)).sort((one, other) => other.until - one.until);
  return last ? { name: last.name, until: new Date(last.until).toISOString() } : null;
}

/** The occurrences that contain the instant. */
function inForce({ name, start, end, timeZone, repeats }: Freeze, now: Temporal.Instant): { name: string; until: number }[] {
  const from = Temporal.PlainDateTime.from(start);
  const to = Temporal.PlainDateTime.from(end);
  return occurrencesNear(from, repeats, now.toZonedDateTimeISO(timeZone).toPlainDateTime())
    .map((later) => ({ since: instantOf(from.add(later), timeZone, 'earlier'), until: instantOf(to.add(later), timeZone, 'later') }))
    .filter(({ since, until }) => since <= now.epochMilliseconds && now.epochMilliseconds < until)
    .map(({ until }) => ({ name, until }));
}

/** Offsets of the occurrences that may be in force, from the first occurrence: the nearest one and its neighbors. */
function occurrencesNear(first: Temporal.PlainDateTime, repeats: Freeze['repeats'], now: Temporal.PlainDateTime): Temporal.DurationLike[] {
  if (repeats === 'never') return [{ days: 0 }];
  const { days } = first.toPlainDate().until(now.toPlainDate());
  const near = { daily: days, weekly: Math.floor(days / 7), yearly: now.year - first.year }[repeats];
  return [near - 1, near, near + 1].filter((number) => number >= 0).map((number) => ({ [periods[repeats]]: number }));
}

/**
 * Local times occur twice when clocks are put back, and some are skipped when clocks are put forward. A freeze starts at the
 * earlier and ends at the later of the two interpretations, so that it is never too short.
 */
const instantOf = (local: Temporal.PlainDateTime, timeZone: string, disambiguation: 'earlier' | 'later'): number =>
  local.toZonedDateTime(timeZone, { disambiguation }).epochMilliseconds;
