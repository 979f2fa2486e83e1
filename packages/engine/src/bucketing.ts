import type { Outcome } from './evaluation.ts';
import { bucketIn, type HashedGroup } from './hash.ts';
import { mayRead } from './steps.ts';
import type { Identify } from './stickiness.ts';

/** Bucketing of contexts by hash: the hashed group, and the identity hashed after it. */
export interface Bucketing extends HashedGroup {
  readonly identify: Identify;
}

/** Bucket of an identity in `1..size`: 0 without one, or without enough steps left to read a long one. */
export function bucketOf(group: HashedGroup, id: string | undefined, size: number, outcome: Outcome): number {
  return id !== undefined && mayRead(outcome, id) ? bucketIn(group, id, size) : 0;
}
