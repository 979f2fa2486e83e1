import type { Constraint, FeatureState } from '@signalbox/contracts';
import type { ExplainedConstraint, ExplainedStrategy } from '../explanation/explanation.ts';
import type { CompiledFeature } from '../feature/compile-feature.ts';

/** Whether something holds, or `unknown` where only the application itself could say. */
export type Verdict = true | false | 'unknown';

/** Strategies that depend on where the application runs. */
const dependOnHost: readonly string[] = ['applicationHostname'];

/** A strategy with the result of each of its parts, in wire form (reference, playground §3.3 "StrategyResult"). */
export function presentStrategy({ state: feature, environment }: CompiledFeature, explained: ExplainedStrategy) {
  const { state, disabled, constraints, segments, share, passes } = explained;
  const { id = '', name, title, parameters } = state;
  return {
    id,
    name,
    ...(title && { title }),
    disabled,
    parameters,
    result: presentOutcome(explained),
    share: share ?? null,
    passes: isKnowable(explained) ? passes : ('unknown' as const),
    constraints: constraints.map(presentConstraint),
    segments: segments.flatMap(({ state: segment, result, constraints: parts }) =>
      segment ? [{ id: segment.id, name: segment.name, result, constraints: parts.map(presentConstraint) }] : [],
    ),
    links: { edit: linkOf(feature, environment, id) },
  };
}

/** Joined rather than added up: texts in one piece are written to JSON three times as fast. */
function linkOf({ project, name }: FeatureState, environment: string, id: string): string {
  return ['/projects/', project, '/features/', name, '/strategies/edit?environmentId=', environment, '&strategyId=', id].join('');
}

function presentOutcome(explained: ExplainedStrategy) {
  const { disabled, applies, state, variant, variantShare } = explained;
  if (disabled) return { evaluationStatus: 'unevaluated', enabled: 'unknown' } as const;
  if (!isKnowable(explained)) return { evaluationStatus: 'incomplete', enabled: applies && 'unknown' } as const;
  const enabled = verdictOf(explained);
  return {
    evaluationStatus: 'complete',
    enabled,
    ...(variant && { variant, variants: state.variants, ...(variantShare && { variantShare }) }),
  } as const;
}

/** What one strategy says: disabled ones might hold if they were enabled. */
export function verdictOf(explained: ExplainedStrategy): Verdict {
  if (explained.disabled) return 'unknown';
  if (!isKnowable(explained)) return explained.applies && 'unknown';
  return explained.holds;
}

const isKnowable = ({ known, state }: ExplainedStrategy): boolean => known && !dependOnHost.includes(state.name);

function presentConstraint({ state, result, refusal }: ExplainedConstraint): Constraint & { result: boolean; reason?: string } {
  return { inverted: false, caseInsensitive: false, values: [], ...state, result, ...(refusal && { reason: refusal }) };
}
