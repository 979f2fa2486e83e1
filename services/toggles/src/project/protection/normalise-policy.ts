import type { Freeze, Reviewers } from '@signalbox/contracts';
import { badValue } from '../../base/input/bad-value.ts';
import { periods } from './freeze-at.ts';
import type { Policy } from '../../tables/project.ts';
import { isTimeZone } from './time-zone.ts';

/** What of the policy is said, once it is known to make sense. Whether groups and roles exist, identity alone knows. */
export function normalisePolicy(policy: Partial<Policy>): Partial<Policy> {
  if (policy.reviewers) refuseNoReviewers(policy.reviewers);
  for (const [index, freeze] of (policy.freezes ?? []).entries()) refuseSenseless(freeze, `freezes/${index}`);
  return policy;
}

function refuseNoReviewers({ groups, roles }: Reviewers): void {
  if (groups.length + roles.length > 0) return;
  throw badValue('reviewers', 'must name a group or a role, or be null for everybody who may approve there');
}

function refuseSenseless({ start, end, timeZone, repeats }: Freeze, path: string): void {
  if (!isTimeZone(timeZone))
    throw badValue(`${path}/timeZone`, `must be a time zone of the IANA database like Europe/Oslo; got ${timeZone}`);
  for (const [name, time] of Object.entries({ start, end })) {
    if (!isLocalTime(time)) throw badValue(`${path}/${name}`, `must be a time of the calendar like 2026-12-24T18:00; got ${time}`);
  }
  if (end <= start) throw badValue(`${path}/end`, `must be after start, which is ${start}; got ${end}`);
  if (repeats === 'never') return;
  const next = Temporal.PlainDateTime.from(start).add({ [periods[repeats]]: 1 });
  if (Temporal.PlainDateTime.compare(end, next) >= 0)
    throw badValue(`${path}/end`, `must be before ${next.toString({ smallestUnit: 'minute' })}, when the freeze begins again; got ${end}`);
}

const isLocalTime = (text: string): boolean => {
  const date = new Date(`${text}Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};
