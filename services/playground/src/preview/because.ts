import { type EvaluationContext, type ExplainedStrategy, type Explanation, lookup } from '@signalbox/engine';
import type { Because } from './preview.schema.ts';

/** What decided an evaluation: the strategy that held, else what stood in the way of the one that came nearest. */
export function becauseOf({ enabled, switchedOn, parentsHold, strategies, winner }: Explanation, context: EvaluationContext): Because {
  if (!switchedOn) return { kind: 'off' };
  if (!parentsHold) return { kind: 'parent' };
  if (winner) return { kind: 'strategy', ...named(winner) };
  if (enabled) return { kind: 'everybody' };
  const [nearest] = strategies.filter(({ disabled }) => !disabled).toSorted((one, other) => missedBy(one) - missedBy(other));
  return nearest ? { ...named(nearest), ...obstacleOf(nearest, context) } : { kind: 'nothing' };
}

const named = ({ state: { id } }: ExplainedStrategy) => (id === undefined ? {} : { strategy: id });

/** How many of its parts do not hold. */
const missedBy = ({ constraints, segments, applies, holds }: ExplainedStrategy): number =>
  [...constraints, ...segments].filter(({ result }) => !result).length + Number(applies && !holds);

function obstacleOf({ constraints, segments, applies, known, bucket }: ExplainedStrategy, context: EvaluationContext): Because {
  const constraint = constraints.find(({ result }) => !result)?.state;
  if (constraint) return { kind: 'constraint', constraint, given: lookup(context, constraint.contextName) ?? null };
  const segment = segments.find(({ result }) => !result);
  if (segment) return { kind: 'segment', segment: segment.state?.name ?? String(segment.id) };
  if (!known && applies) return { kind: 'application' };
  return bucket === undefined ? { kind: 'rule' } : { kind: 'share', bucket };
}
