/** Reach of a feature in an environment: no one, some or all users, judged by the configuration alone. */
export interface Reach {
  readonly kind: 'nobody' | 'some' | 'everybody';
  /** Percentage, if exactly one strategy decides by its rollout alone. */
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
  const users = reach.kind === 'everybody' ? 'Everyone' : describeSome(reach);
  return reach.variants > 1 ? `${users}, ${reach.variants} variants` : users;
}

function describeSome({ share, segments = [], fields = [], strategies }: Reach): string {
  const field = fields.length === 1 ? `by ${fields[0]}` : '';
  const parts = [share === undefined ? '' : `${share}%`, oneOf(segments, 'segments'), field || oneOf(fields, 'conditions')].filter(Boolean);
  // A single strategy requires all of them.
  return parts.slice(0, strategies).join(' + ') || 'Some users';
}

/** The only name, or the number of names. */
const oneOf = ([first = '', ...others]: readonly string[], many: string): string =>
  others.length > 0 ? `${others.length + 1} ${many}` : first;

const smallestSlice = 0.13;

/** Lit part of the status dot: 0, 1, the rollout if known (small ones are enlarged), otherwise 0.5. */
export function litPart({ kind, share }: Reach): number {
  if (kind !== 'some') return kind === 'everybody' ? 1 : 0;
  return share === undefined ? 0.5 : Math.max(smallestSlice, share / 100);
}
