import { type Freeze, periods, type Reviewers } from '@signalbox/contracts';
import { badValue, type Pointer, under } from '../../base/input/bad-value.ts';
import type { Policy } from '../../tables/project.ts';
import { isTimeZone } from './time-zone.ts';

/** Throws 400 for an invalid policy. Does not check whether groups and roles exist, because identity owns them. */
export function normalisePolicy(policy: Partial<Policy>, pointer: Pointer = { path: '' }): Partial<Policy> {
  if (policy.reviewers) refuseNoReviewers(policy.reviewers, under(pointer, 'reviewers'));
  for (const [index, freeze] of (policy.freezes ?? []).entries()) refuseSenseless(freeze, under(pointer, 'freezes', index));
  return policy;
}

function refuseNoReviewers({ groups, roles }: Reviewers, pointer: Pointer): void {
  if (groups.length + roles.length > 0) return;
  throw badValue(pointer, 'must have a group or a role, or be null so that every permitted user can approve');
}

function refuseSenseless({ start, end, timeZone, repeats }: Freeze, pointer: Pointer): void {
  if (!isTimeZone(timeZone))
    throw badValue(under(pointer, 'timeZone'), `must be a time zone of the IANA database, such as Europe/Oslo; got ${timeZone}`);
  for (const [name, time] of Object.entries({ start, end })) {
    if (!isLocalTime(time)) throw badValue(under(pointer, name), `must be a local date and time, such as 2026-12-24T18:00; got ${time}`);
  }
  if (end <= start) throw badValue(under(pointer, 'end'), `must be after start (${start}); got ${end}`);
  if (repeats === 'never') return;
  const next = Temporal.PlainDateTime.from(start).add({ [periods[repeats]]: 1 });
  if (Temporal.PlainDateTime.compare(end, next) >= 0)
    throw badValue(
      under(pointer, 'end'),
      `must be before the next freeze starts at ${next.toString({ smallestUnit: 'minute' })}; got ${end}`,
    );
}

const isLocalTime = (text: string): boolean => {
  const date = new Date(`${text}Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};
