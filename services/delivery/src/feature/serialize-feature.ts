import type { Constraint, FeatureState, SegmentState, StrategyState } from '@signalbox/contracts';
import { settingsOf } from '@signalbox/engine';
import type { FeatureQuery } from './feature-query.ts';
import { isInProjects } from './scope.ts';

type Segments = ReadonlyMap<number, SegmentState>;

const nothing = { enabled: false, strategies: [], variants: [] };

/** A feature as SDKs take it: in one environment, switched off where its project does not use that environment. */
export function serializeFeature(feature: FeatureState, { environment, inlineSegments }: FeatureQuery, segments: Segments) {
  const { name, type, project, stale, description, impressionData, dependencies } = feature;
  const { enabled, strategies, variants } = settingsOf(feature, environment) ?? nothing;
  return {
    name,
    type,
    enabled,
    project,
    stale,
    strategies: strategies.map((strategy) => (inlineSegments ? withSegmentsInside(strategy, segments) : withSegmentIds(strategy))),
    variants,
    description,
    impressionData,
    ...(dependencies.length === 0 ? {} : { dependencies: dependencies.map(serializeDependency) }),
  };
}

/** Variants say which of them of an enabled parent count; of a disabled parent they mean nothing. */
function serializeDependency({ feature, enabled, variants }: FeatureState['dependencies'][number]) {
  return { feature, enabled, ...(enabled && variants.length > 0 ? { variants } : {}) };
}

function withSegmentIds({ name, constraints, parameters, variants, segments }: StrategyState) {
  return { name, constraints, parameters, variants, ...(segments.length === 0 ? {} : { segments }) };
}

function withSegmentsInside({ name, constraints, parameters, variants, segments }: StrategyState, known: Segments) {
  const inside = segments.flatMap((id) => known.get(id)?.constraints ?? [never]);
  return { name, constraints: [...constraints, ...inside], parameters, variants };
}

/** Stands for a segment that is missing: leaving it out would open the strategy to everybody. */
const never: Constraint = { contextName: 'appName', operator: 'IN', values: [] };

export const matches = ({ name, project, tags }: FeatureState, query: FeatureQuery): boolean =>
  isInProjects(project, query.projects) && name.startsWith(query.namePrefix) && hasOneOf(tags ?? [], query.tags);

const hasOneOf = (tags: readonly string[], wanted: readonly string[]): boolean =>
  wanted.length === 0 || tags.some((tag) => wanted.includes(tag));
