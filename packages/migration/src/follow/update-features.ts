import { about, type Target } from '../import/target.ts';
import type { Snapshot, SourceFeature, SourceProject, SourceSegment } from '../source/snapshot.ts';
import { openUrlSource } from '../source/url-source.ts';
import { canonicalFeature } from './canonical-feature.ts';

/** Content of the target's features by name, as last read or written. */
export type Written = Map<string, string>;

/** Reads the content of all features in the target. */
export async function readWritten(url: string, token: string): Promise<Written> {
  const { features, segments } = await openUrlSource(url, token).read();
  return new Map(features.map((feature) => [feature.name, canonicalFeature(feature, segments)]));
}

/** Writes each feature whose content differs from that of the target, and notes it in `written`. Returns their number. */
export async function updateFeatures(target: Target, { features, segments, projects }: Snapshot, written: Written): Promise<number> {
  const changed = features.filter((feature) => written.get(feature.name) !== canonicalFeature(feature, segments));
  for (const project of projects) {
    const active = changed.filter((feature) => feature.project === project.id && !feature.archived);
    if (active.length > 0) await updateActive(target, project, active, segments);
  }
  for (const feature of changed) written.set(feature.name, canonicalFeature(feature, segments));
  return changed.length;
}

/** The import has archived the others. */
async function updateActive(
  { api }: Target,
  { id, environments }: SourceProject,
  features: readonly SourceFeature[],
  segments: readonly SourceSegment[],
) {
  const path = `/api/admin/projects/${encodeURIComponent(id)}`;
  const { features: archived } = await api.get<{ features: { name: string }[] }>(`/api/admin/archive/features/${encodeURIComponent(id)}`);
  const revived = archived.map(({ name }) => name).filter((name) => features.some((feature) => feature.name === name));
  if (revived.length > 0) await about(`Reviving features of the project ${id}`, api.post(`${path}/revive`, { features: revived }));
  for (const { name, dependencies } of features)
    if (dependencies.length === 0)
      await about(`The parent of the feature ${name}`, api.delete(`${path}/features/${encodeURIComponent(name)}/dependencies`));
  for (const environment of environments) {
    const body = { project: id, environment, data: exportOf(features, environment, segments) };
    await about(`The features of the project ${id} in ${environment}`, api.post('/api/admin/features-batch/import', body));
  }
}

/** The form in which features are exported from one environment. */
function exportOf(features: readonly SourceFeature[], environment: string, segments: readonly SourceSegment[]): object {
  const settings = features.flatMap(({ name, environments }) =>
    environments.filter((each) => each.environment === environment).map((each) => ({ featureName: name, ...each })),
  );
  return {
    features: features.map(({ name, description, type, stale, impressionData }) => ({ name, description, type, stale, impressionData })),
    featureEnvironments: settings.map(({ featureName, enabled, variants }) => ({
      featureName,
      name: featureName,
      environment,
      enabled,
      variants,
    })),
    featureStrategies: settings.flatMap(({ featureName, strategies }) =>
      strategies.map(({ id: _id, ...strategy }, sortOrder) => ({ ...strategy, featureName, sortOrder })),
    ),
    featureTags: features.flatMap(({ name, tags }) =>
      tags.map(({ type, value }) => ({ featureName: name, tagType: type, tagValue: value })),
    ),
    segments: segments.map(({ id, name }) => ({ id, name })),
    dependencies: features.flatMap(({ name, dependencies }) => (dependencies.length > 0 ? [{ feature: name, dependencies }] : [])),
    links: features.map(({ name, links }) => ({ feature: name, links })),
  };
}
