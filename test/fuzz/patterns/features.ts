import type { Constraint, FeatureState } from '@signalbox/contracts';
import { type CompiledFeature, compileFeature } from '@signalbox/engine';

const common = { project: 'p', type: 'release', description: null, stale: false, impressionData: false, dependencies: [] };
const rollout = { name: 'flexibleRollout', parameters: { rollout: '50', stickiness: 'userId' }, variants: [], segments: [] };

/** A feature that is on for half of the users who match one of these lists of constraints. */
export function featureOf(lists: readonly (readonly Constraint[])[], rest: Partial<FeatureState> = {}): CompiledFeature {
  const strategies = lists.map((constraints) => ({ ...rollout, constraints: [...constraints] }));
  const environments = { production: { enabled: true, strategies, variants: [] } };
  return compileFeature({ ...common, name: 'evil', environments, ...rest }, 'production', new Map());
}

const effects = { now: () => new Date(0), random: () => 0.5, hostname: '' };
const noFeatures: ReadonlyMap<string, CompiledFeature> = new Map();

type Context = Readonly<Record<string, string>>;

export const evaluate = (feature: CompiledFeature, context: Context, parents = noFeatures) => feature.evaluate(context, effects, parents);

export const explain = (feature: CompiledFeature, context: Context, parents = noFeatures) => feature.explain(context, effects, parents);
