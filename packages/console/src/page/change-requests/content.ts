import type { ChangeItem, ChangeRequest, Impact } from '../../server/ask.ts';

/** A change with the name of its feature, segment or environment. */
export interface NamedChange extends ChangeItem {
  readonly of: string;
}

/** The part of a change that its description needs. */
export type DescribableChange = Pick<NamedChange, 'action' | 'payload' | 'before' | 'of'>;

/** All changes of a request, those of features first. */
export const changesOf = ({
  features,
  segments,
  environments = [],
}: Pick<ChangeRequest, 'features' | 'segments' | 'environments'>): readonly NamedChange[] => [
  ...features.flatMap(({ name, changes }) => changes.map((change) => ({ ...change, of: name }))),
  ...[...segments, ...environments].map(({ name, ...change }) => ({ ...change, of: name })),
];

/** Number of required approvals: one more if the impact exceeds the environment's limit or is unknown. */
export const approvalsNeeded = (
  { minApprovals }: Pick<ChangeRequest, 'minApprovals'>,
  secondApprovalAbove: number | null | undefined,
  impact: Pick<Impact, 'share' | 'unmeasured'> | undefined,
): number => {
  if (typeof secondApprovalAbove !== 'number' || !impact) return minApprovals;
  return impact.share > secondApprovalAbove || impact.unmeasured.length > 0 ? minApprovals + 1 : minApprovals;
};

/** The hash in groups of four characters, for comparison by eye. */
export const groupsOf = (hash: string): readonly string[] => hash.match(/.{1,4}/g) ?? [];

/** Edits between two versions of a request. An edited change gets a new id, so it is both removed and added. */
export interface Edited {
  readonly gone: readonly NamedChange[];
  readonly came: readonly NamedChange[];
}

/** Null if both have the same content. */
export function editedBetween(seen: ChangeRequest, now: ChangeRequest): Edited | null {
  if (seen.contentHash === now.contentHash) return null;
  const [before, after] = [changesOf(seen), changesOf(now)];
  const lacks = (changes: readonly NamedChange[]) => (change: NamedChange) => changes.every(({ id }) => id !== change.id);
  return { gone: before.filter(lacks(after)), came: after.filter(lacks(before)) };
}
