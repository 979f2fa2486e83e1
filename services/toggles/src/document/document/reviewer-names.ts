import type { Protection, Reviewers } from '@signalbox/contracts';
import { type Access, compareTexts } from '@signalbox/kit';
import { badValue, type Pointer, under } from '../../base/input/bad-value.ts';
import { plainPolicy } from '../../project/protection/protected-environment.ts';
import type { ProtectionSpec, ReviewersSpec } from './protection.schema.ts';

type Names = Pick<Access, 'namesOf'>;
type Of = keyof Reviewers;

/** The protection as a document describes it: with the names of groups and roles that are known. */
export function protectionSpec({ reviewers, ...protection }: Protection, access: Names): ProtectionSpec {
  const named = (of: Of) => (reviewers?.[of] ?? []).map((id) => access.namesOf(of).get(id) ?? id);
  return { ...protection, reviewers: reviewers && inOrder({ groups: named('groups'), roles: named('roles') }) };
}

/** The protection that a document describes. */
export function protectionOfSpec({ reviewers, ...spec }: ProtectionSpec, access: Names): Protection {
  const ids = (of: Of) => (reviewers?.[of] ?? []).map((reference) => idOf(access, of, reference) ?? 0);
  return {
    requiredApprovals: 1,
    ...plainPolicy,
    recentContexts: false,
    ...spec,
    reviewers: reviewers ? { groups: ids('groups'), roles: ids('roles') } : null,
  };
}

/** Throws 400 for a name that no group or role has. Names ids that have one. */
export function namedReviewers(reviewers: ReviewersSpec, access: Names, pointer: Pointer): ReviewersSpec {
  const named = (of: Of) =>
    (reviewers[of] ?? []).map((reference, index) => {
      const id = idOf(access, of, reference);
      if (id === undefined) throw badValue(under(pointer, of, index), `must be the name of ${titles[of]}; got ${reference}`);
      return access.namesOf(of).get(id) ?? id;
    });
  return inOrder({ groups: named('groups'), roles: named('roles') });
}

const titles = { groups: 'a group with a role in a project or in the instance', roles: 'a role' };

const idOf = (access: Names, of: Of, reference: string | number): number | undefined =>
  typeof reference === 'number' ? reference : [...access.namesOf(of)].find(([, name]) => name === reference)?.[0];

const inOrder = (reviewers: Required<ReviewersSpec>): Required<ReviewersSpec> => ({
  groups: sortedSet(reviewers.groups),
  roles: sortedSet(reviewers.roles),
});

const sortedSet = (references: readonly (string | number)[]) =>
  [...new Set(references)].sort((one, other) => compareTexts(String(one), String(other)));
