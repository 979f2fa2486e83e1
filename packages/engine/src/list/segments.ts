import type { Constraint, SegmentState } from '@signalbox/contracts';
import type { IdList } from './id-list.ts';

/** Contents of lists by their hashes. */
export type Lists = ReadonlyMap<string, IdList>;

/** Segments by id. `lists` has the contents that their constraints name; without it, such constraints never pass. */
export interface Segments extends ReadonlyMap<number, SegmentState> {
  readonly lists?: Lists;
}

/** Segments with their lists. */
export function segmentsOf(states: Iterable<SegmentState>, lists: Lists): Segments {
  return withLists(new Map([...states].map((state) => [state.id, state])), lists);
}

/** The same segments with those of the lists that they name. */
export function withLists(segments: Map<number, SegmentState>, lists: Lists): Segments {
  if (lists.size === 0) return segments;
  const used = listsIn(segments.values());
  return Object.assign(segments, { lists: new Map([...lists].filter(([hash]) => used.has(hash))) });
}

/** The hash of the list that a constraint compares with, or undefined. */
export const listIn = ({ operator, value }: Constraint): string | undefined => (operator === 'IN_LIST' ? value : undefined);

/** The hashes of all lists that segments name. */
export const listsIn = (segments: Iterable<{ readonly constraints: readonly Constraint[] }>): Set<string> =>
  new Set([...segments].flatMap(({ constraints }) => constraints.flatMap((constraint) => listIn(constraint) ?? [])));
