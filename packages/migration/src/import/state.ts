import { createHash } from 'node:crypto';
import type { Snapshot, SourceFeature, SourceSegment, SourceStrategy } from '../source/snapshot.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Ids of later versions are ULIDs. The same one always becomes the same UUID, so that a repeated import finds the strategy. */
function uuidOf(id: string): string {
  if (uuid.test(id)) return id.toLowerCase();
  const hex = createHash('sha256').update(id).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The state (version 4) of everything that belongs to no feature. */
export const instanceState = ({ environments, projects, tagTypes, tags, strategies, segments }: Snapshot): object => ({
  version: 4,
  environments: environments.map(({ type, ...environment }) => ({ ...environment, type: type ?? 'production' })),
  projects: projects.map(({ id, name, description, mode, defaultStickiness, environments: used }) => ({
    id,
    name,
    description,
    mode,
    defaultStickiness,
    environments: used,
  })),
  tagTypes: tagTypes.map(({ name, description, icon, color }) => ({ name, description: description ?? '', icon: icon ?? '', color })),
  tags,
  strategies: strategies.map((strategy) => ({ ...strategy, description: strategy.description ?? '', displayName: null, editable: true })),
  segments: segments.map(segmentState),
});

const segmentState = ({ id, name, description, project, constraints }: SourceSegment): object => ({
  id,
  name,
  description: description ?? '',
  constraints,
  ...(project === null ? {} : { project }),
});

/** The state of features. It contains the segments that they use, because the target has other ids for them. */
export function featuresState(features: readonly SourceFeature[], segments: readonly SourceSegment[]): object {
  const settings = features.flatMap(({ name, environments }) => environments.map((each) => ({ featureName: name, ...each })));
  const strategies = settings.flatMap(({ featureName, environment, strategies: own }) =>
    own.map((strategy, index) => ({ ...strategyState(strategy, index), featureName, environment })),
  );
  const used = new Set(strategies.flatMap((strategy) => strategy.segments));
  return {
    version: 4,
    features: features.map(({ name, project, description, type, stale, impressionData }) => ({
      name,
      project,
      description,
      type,
      stale,
      impressionData,
    })),
    featureEnvironments: settings.map(({ featureName, environment, enabled, variants }) => ({
      featureName,
      environment,
      enabled,
      variants,
    })),
    featureStrategies: strategies,
    // Tags of features are ignored unless both sections are present.
    tagTypes: [],
    tags: [],
    featureTags: features.flatMap(({ name, tags }) =>
      tags.map(({ type, value }) => ({ featureName: name, tagType: type, tagValue: value })),
    ),
    segments: segments.filter(({ id }) => used.has(id)).map(segmentState),
  };
}

const strategyState = ({ id, ...strategy }: SourceStrategy, sortOrder: number) => ({ ...strategy, id: uuidOf(id), sortOrder });
