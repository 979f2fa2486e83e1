import type { SegmentState } from '@signalbox/contracts';
import { type CompiledConstraint, compileConstraint } from '../constraint/compile-constraint.ts';
import type { Segments } from '../list/segments.ts';

/** A segment of a strategy. Without `state` it does not exist, and the strategy fails, as in SDKs. */
export interface CompiledSegment {
  readonly id: number;
  readonly state: SegmentState | undefined;
  readonly constraints: readonly CompiledConstraint[];
}

/** A segment may have thousands of values and be used by thousands of strategies, so each state is compiled once. */
const compiled = new WeakMap<SegmentState, CompiledSegment>();

/** Resolves and compiles a segment. A state must not change after that; a changed segment is another object. */
export function compileSegment(id: number, segments: Segments): CompiledSegment {
  const state = segments.get(id);
  if (!state) return { id, state, constraints: [] };
  const known = compiled.get(state);
  if (known) return known;
  const segment = { id, state, constraints: state.constraints.map((constraint) => compileConstraint(constraint, segments.lists)) };
  compiled.set(state, segment);
  return segment;
}
