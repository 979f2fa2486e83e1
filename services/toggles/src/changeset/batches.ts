import { keyOf, type Step, type Together } from './change-kind.ts';

/** Limit on changes that are executed together. */
const maxTogether = 100;

interface Batch {
  readonly kind: object | null;
  readonly steps: Step[];
  /** The subjects of the changes, which must be unique in the batch. */
  readonly about: Set<string>;
}

/**
 * Groups changes that can be executed together. Changes of the same object keep their order; the order of others does not
 * matter. A change that cannot be grouped comes after all previous changes.
 */
export function batchesOf(steps: readonly Step[]): (readonly Step[])[] {
  const batches: Batch[] = [];
  const lastBy = new Map<string, number>();
  for (const step of steps) {
    const { together, touches } = step.change;
    const earliest = Math.max(0, ...touches.map((touched) => lastBy.get(keyOf(touched)) ?? 0));
    const index = together ? indexFor(batches, together, earliest) : batches.length;
    const batch = (batches[index] ??= { kind: together?.kind ?? null, steps: [], about: new Set() });
    batch.steps.push(step);
    if (together?.about) batch.about.add(together.about);
    for (const touched of touches) lastBy.set(keyOf(touched), index);
  }
  return batches.map((batch) => batch.steps);
}

function indexFor(batches: readonly Batch[], { kind, about }: Together, earliest: number): number {
  const index = batches.findIndex(
    (batch, at) => at >= earliest && batch.kind === kind && batch.steps.length < maxTogether && !(about !== null && batch.about.has(about)),
  );
  return index < 0 ? batches.length : index;
}
