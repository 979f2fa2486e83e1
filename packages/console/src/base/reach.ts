/** Reach of a feature in an environment: no one, some or all users, judged by the configuration alone. */
export interface Reach {
  readonly kind: 'nobody' | 'some' | 'everybody';
  /** Percentage, if only the rollout decides. */
  readonly share?: number;
  readonly segments?: readonly string[];
  /** Context fields that constraints use. */
  readonly fields?: readonly string[];
  /** Number of enabled strategies. */
  readonly strategies: number;
  readonly variants: number;
}

/** The reach in words, shown next to its status dot. */
export function describeReach(reach: Reach, isOn: boolean): string {
  if (reach.kind === 'nobody') return isOn ? 'No one' : 'Off';
  return [reach.kind === 'everybody' ? 'Everyone' : describeSome(reach), reach.variants > 1 ? `${reach.variants} variants` : '']
    .filter(Boolean)
    .join(', ');
}

function describeSome({ share, segments = [], fields = [], strategies }: Reach): string {
  if (share !== undefined) return `${share}%`;
  if (strategies > 1) return `${strategies} strategies`;
  if (segments.length > 0) return segments.length === 1 ? String(segments[0]) : `${segments.length} segments`;
  return fields.length === 1 ? `by ${fields[0]}` : `${fields.length} conditions`;
}

const smallestSlice = 0.13;

/** Lit part of the status dot: 0, 1, the rollout if known (small ones are enlarged), otherwise 0.5. */
export function litPart({ kind, share }: Reach): number {
  if (kind !== 'some') return kind === 'everybody' ? 1 : 0;
  return share === undefined ? 0.5 : Math.max(smallestSlice, share / 100);
}
