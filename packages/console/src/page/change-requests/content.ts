import type { ChangeItem, ChangeRequest, Impact } from '../../server/operations.ts';

/** A change with the name of what it is about. */
export interface NamedChange extends ChangeItem {
  readonly of: string;
}

/** All changes of a request, those of features first. */
export const changesOf = ({ features, segments }: Pick<ChangeRequest, 'features' | 'segments'>): readonly NamedChange[] => [
  ...features.flatMap(({ name, changes }) => changes.map((change) => ({ ...change, of: name }))),
  ...segments.map(({ name, ...change }) => ({ ...change, of: name })),
];

/** The number of approvals it takes: one more if its reach exceeds the environment's limit or is unknown. */
export const approvalsNeeded = (
  { minApprovals }: Pick<ChangeRequest, 'minApprovals'>,
  secondApprovalAbove: number | null | undefined,
  impact: Pick<Impact, 'share' | 'unmeasured'> | undefined,
): number => {
  if (typeof secondApprovalAbove !== 'number' || !impact) return minApprovals;
  return impact.share > secondApprovalAbove || impact.unmeasured.length > 0 ? minApprovals + 1 : minApprovals;
};

/** The hash in groups of four characters, as people compare it. */
export const groupsOf = (hash: string): readonly string[] => hash.match(/.{1,4}/g) ?? [];

/** As much of the hash as tells one content from another at a glance. */
export const sayShortHash = (hash: string): string => groupsOf(hash).slice(0, 2).join(' ');

/** What was edited between two readings of a request. A change that is edited gets another id, so it goes and comes. */
export interface Edited {
  readonly gone: readonly NamedChange[];
  readonly came: readonly NamedChange[];
}

/** Null where both hold the same content. */
export function editedBetween(seen: ChangeRequest, now: ChangeRequest): Edited | null {
  if (seen.contentHash === now.contentHash) return null;
  const [before, after] = [changesOf(seen), changesOf(now)];
  const lacks = (changes: readonly NamedChange[]) => (change: NamedChange) => changes.every(({ id }) => id !== change.id);
  return { gone: before.filter(lacks(after)), came: after.filter(lacks(before)) };
}
