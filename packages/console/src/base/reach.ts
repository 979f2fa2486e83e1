/** Who gets a feature in an environment: nobody, everybody, or some, as far as it can be told without asking for anybody. */
export interface Reach {
  readonly kind: 'nobody' | 'some' | 'everybody';
  /** Percent, where a share alone decides. */
  readonly share?: number;
  readonly segments?: readonly string[];
  /** Fields of the context that constraints ask for. */
  readonly fields?: readonly string[];
  /** How many strategies are switched on. */
  readonly strategies: number;
  readonly variants: number;
}

/** The reach in the words that stand beside its lamp. */
export function sayReach(reach: Reach, isOn: boolean): string {
  if (reach.kind === 'nobody') return isOn ? 'No one' : 'Off';
  return [reach.kind === 'everybody' ? 'Everyone' : saySome(reach), reach.variants > 1 ? `${reach.variants} variants` : '']
    .filter(Boolean)
    .join(', ');
}

function saySome({ share, segments = [], fields = [], strategies }: Reach): string {
  if (share !== undefined) return `${share}%`;
  if (strategies > 1) return `${strategies} strategies`;
  if (segments.length > 0) return segments.length === 1 ? String(segments[0]) : `${segments.length} segments`;
  return fields.length === 1 ? `by ${fields[0]}` : `${fields.length} conditions`;
}

const smallestSlice = 0.13;

/** Which part of the lamp is lit: none, all, the share where one is known (small ones drawn larger), else half. */
export function litPart({ kind, share }: Reach): number {
  if (kind !== 'some') return kind === 'everybody' ? 1 : 0;
  return share === undefined ? 0.5 : Math.max(smallestSlice, share / 100);
}
