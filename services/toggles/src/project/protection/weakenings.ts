import { isDeepStrictEqual } from 'node:util';
import { type Freeze, occurrencesBetween, type Protection, type Reviewers } from '@signalbox/contracts';

type Rule<Name extends keyof Protection> = (before: Protection[Name], after: Protection[Name], now: Date) => string | false;

/** For each property, the relaxation of a change, or false. A new property needs a decision here. */
const relaxations: { readonly [Name in keyof Required<Protection>]: Rule<Name> } = {
  requiredApprovals: (before, after) => after < before && 'fewer approvals',
  selfApproval: (before, after) => after && !before && 'approval by authors',
  reviewers: (before, after) => admitsMore(before, after) && 'more reviewers',
  secondApprovalAbove: (before, after) => before !== null && (after === null || after > before) && 'fewer second approvals',
  freezes: (before, after, now) => before.some((freeze) => isAhead(freeze, now) && !isAmong(after, freeze)) && 'fewer freezes',
  reasonRequired: (before, after) => before && !after && 'no required reason',
  /** Decides how impact is estimated, and not what is approved. */
  recentContexts: () => false,
};

/** The relaxations of the protection. Null as `after`: the protection ends. */
export function weakenings(before: Protection, after: Protection | null, now: Date): string[] {
  if (after === null) return ['no protection'];
  const names = Object.keys(relaxations) as (keyof Protection)[];
  return names.flatMap((name) => (relaxations[name] as Rule<typeof name>)(before[name], after[name], now) || []);
}

/** True if users become reviewers who were none. Null: everyone with the permission. */
const admitsMore = (before: Reviewers | null, after: Reviewers | null): boolean =>
  before !== null &&
  (after === null ||
    after.roles.some((role) => !before.roles.includes(role)) ||
    after.groups.some((group) => !before.groups.includes(group)));

const lastDay = new Date('9999-01-01T00:00:00Z');

const isAhead = (freeze: Freeze, now: Date): boolean => freeze.repeats !== 'never' || occurrencesBetween(freeze, now, lastDay).length > 0;

const isAmong = (freezes: readonly Freeze[], freeze: Freeze): boolean => freezes.some((one) => isDeepStrictEqual(one, freeze));
