import { type EvaluationContext, type ExplainedStrategy, type Explanation, lookup, nearestOf } from '@signalbox/engine';
import type { Because } from './preview.schema.ts';

/** The deciding reason of an evaluation: the matching strategy, or the obstacle of the nearest one. */
export function becauseOf(explanation: Explanation, context: EvaluationContext): Because {
  const { enabled, switchedOn, parentsHold, winner } = explanation;
  if (!switchedOn) return { kind: 'off' };
  if (!parentsHold) return { kind: 'parent' };
  if (winner) return { kind: 'strategy', ...named(winner) };
  if (enabled) return { kind: 'everybody' };
  const nearest = nearestOf(explanation);
  return nearest ? { ...named(nearest), ...obstacleOf(nearest, context) } : { kind: 'nothing' };
}

const named = ({ state: { id } }: ExplainedStrategy) => (id === undefined ? {} : { strategy: id });

function obstacleOf({ constraints, segments, applies, known, bucket, share }: ExplainedStrategy, context: EvaluationContext): Because {
  const constraint = constraints.find(({ result }) => !result)?.state;
  if (constraint) return { kind: 'constraint', constraint, given: lookup(context, constraint.contextName) ?? null };
  const segment = segments.find(({ result }) => !result);
  if (segment) return { kind: 'segment', segment: segment.state?.name ?? String(segment.id) };
  if (!known && applies) return { kind: 'application' };
  return share ? { kind: 'share', reaches: share.reaches, ...(bucket !== undefined && { bucket }) } : { kind: 'rule' };
}
