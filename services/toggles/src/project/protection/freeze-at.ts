import type { Freeze, Protection } from '@signalbox/contracts';

/** A freeze that is in force, and the instant at which it ends. */
export interface FrozenUntil {
  readonly name: string;
  readonly until: string;
}

/** How far one occurrence of a freeze that repeats is from the next. A freeze is shorter than that. */
export const periods = { daily: 'days', weekly: 'weeks', yearly: 'years' } as const;

/** The freeze that is in force at the moment; of several the one that ends last. */
export function freezeAt({ freezes }: Pick<Protection, 'freezes'>, now: Date): FrozenUntil | null {
  const instant = Temporal.Instant.fromEpochMilliseconds(now.getTime());
  const [last] = freezes.flatMap((freeze) => inForce(freeze, instant)).sort((one, other) => other.until - one.until);
  return last ? { name: last.name, until: new Date(last.until).toISOString() } : null;
}

/** The occurrences that the instant lies in. */
function inForce({ name, start, end, timeZone, repeats }: Freeze, now: Temporal.Instant): { name: string; until: number }[] {
  const from = Temporal.PlainDateTime.from(start);
  const to = Temporal.PlainDateTime.from(end);
  return occurrencesNear(from, repeats, now.toZonedDateTimeISO(timeZone).toPlainDateTime())
    .map((later) => ({ since: instantOf(from.add(later), timeZone, 'earlier'), until: instantOf(to.add(later), timeZone, 'later') }))
    .filter(({ since, until }) => since <= now.epochMilliseconds && now.epochMilliseconds < until)
    .map(({ until }) => ({ name, until }));
}

/** How long after the first one those are that may be in force: the one that the calendar gives, and those beside it. */
function occurrencesNear(first: Temporal.PlainDateTime, repeats: Freeze['repeats'], now: Temporal.PlainDateTime): Temporal.DurationLike[] {
  if (repeats === 'never') return [{ days: 0 }];
  const { days } = first.toPlainDate().until(now.toPlainDate());
  const near = { daily: days, weekly: Math.floor(days / 7), yearly: now.year - first.year }[repeats];
  return [near - 1, near, near + 1].filter((number) => number >= 0).map((number) => ({ [periods[repeats]]: number }));
}

/**
 * Where clocks are put back, local times happen twice, and where they are put forward, some do not happen. Of the two
 * readings, a freeze begins with the earlier and ends with the later, so that it is never shorter than it says.
 */
const instantOf = (local: Temporal.PlainDateTime, timeZone: string, disambiguation: 'earlier' | 'later'): number =>
  local.toZonedDateTime(timeZone, { disambiguation }).epochMilliseconds;
