import type { Constraint, FeatureState, StrategyState } from '@signalbox/contracts';
import { type Segments, settingsOf } from '@signalbox/engine';
import type { FeatureQuery } from './feature-query.ts';
import { isInProjects } from './scope.ts';
import { serializeSegment } from './withheld.ts';

const nothing = { enabled: false, strategies: [], variants: [] };

/** A feature in one environment for SDKs; disabled if its project does not use the environment. */
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

/** Only an enabled parent may be restricted to variants. */
function serializeDependency({ feature, enabled, variants }: FeatureState['dependencies'][number]) {
  return { feature, enabled, ...(enabled && variants.length > 0 ? { variants } : {}) };
}

function withSegmentIds({ name, constraints, parameters, variants, segments }: StrategyState) {
  return { name, constraints, parameters, variants, ...(segments.length === 0 ? {} : { segments }) };
}

function withSegmentsInside({ name, constraints, parameters, variants, segments }: StrategyState, known: Segments) {
  const inside = segments.flatMap((id) => constraintsOf(id, known));
  return { name, constraints: [...constraints, ...inside], parameters, variants };
}

function constraintsOf(id: number, known: Segments): Constraint[] {
  const segment = known.get(id);
  return segment && !segment.serverOnly ? serializeSegment(segment, known).constraints : [never];
}

/** Replaces a missing segment, and one that only servers evaluate in a feature that is off: omitting it would enable the strategy for everyone. */
const never: Constraint = { contextName: 'appName', operator: 'IN', values: [] };

export const matches = ({ name, project, tags }: FeatureState, query: FeatureQuery): boolean =>
  isInProjects(project, query.projects) && name.startsWith(query.namePrefix) && hasOneOf(tags ?? [], query.tags);

const hasOneOf = (tags: readonly string[], requested: readonly string[]): boolean =>
  requested.length === 0 || tags.some((tag) => requested.includes(tag));
