import type { SegmentState } from '@signalbox/contracts';
import { type CompiledConstraint, compileConstraint } from '../constraint/compile-constraint.ts';

/** A segment that a strategy refers to. Without `state` it does not exist, and the strategy fails as it does in SDKs. */
export interface CompiledSegment {
  readonly id: number;
  readonly state: SegmentState | undefined;
  readonly constraints: readonly CompiledConstraint[];
}

/** A segment may hold thousands of values and serve thousands of strategies, so each state is compiled once. */
const compiled = new WeakMap<SegmentState, CompiledSegment>();

/** Resolves and compiles a segment. A state must not change once it was compiled: a change is another object. */
export function compileSegment(id: number, segments: ReadonlyMap<number, SegmentState>): CompiledSegment {
  const state = segments.get(id);
  if (!state) return { id, state, constraints: [] };
  const known = compiled.get(state);
  if (known) return known;
  const segment = { id, state, constraints: state.constraints.map(compileConstraint) };
  compiled.set(state, segment);
  return segment;
}
