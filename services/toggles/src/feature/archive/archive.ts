import { featureDeleted } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { refuseParents, removeDependencies } from '../dependency/feature-dependency.ts';
import { findProject, refuseBeyondLimit } from '../../project/project/project.ts';
import { readTags } from '../tag/feature-tag.ts';
import { eventKeys, type Feature, isArchived } from '../feature/feature.ts';
import { FeatureEnvironment, newestOf, readSettings } from '../feature/feature-environment.ts';
import { serializeMetadata } from '../feature/feature.schema.ts';

/**
 * Archives features, all or none. Everything that archives features uses this function. Refuses while an active feature outside the
 * list depends on one of them, and removes their own dependencies. Switches stay stored, but SDKs no longer receive the
 * features. Returns the features that were not archived before, which are the only ones that need an event.
 */
export async function putIntoArchive(context: Context, features: readonly Feature[]): Promise<Feature[]> {
  const active = features.filter((feature) => !isArchived(feature));
  await refuseParents(context.em, active);
  await removeDependencies(context, active);
  for (const feature of active) feature.archive(context.now());
  return active;
}

/**
 * Revives features, and switches them off in every environment, so that none becomes active unnoticed. Everything that revives features
 * uses this function. Respects the limit of the project. Returns the features that were archived before.
 */
export async function takeOutOfArchive(context: Context, features: readonly Feature[]): Promise<Feature[]> {
  const archived = features.filter(isArchived);
  const environments = await context.em.find(FeatureEnvironment, { featureName: { $in: archived.map(({ name }) => name) } });
  for (const environment of environments) environment.enabled = false;
  for (const [project, own] of Map.groupBy(archived, (feature) => feature.project)) {
    await refuseBeyondLimit(context, await findProject(context, project), own.length);
  }
  for (const feature of archived) feature.revive(context.now());
  return archived;
}

/**
 * Deletes features with everything that refers to them, and emits their last state. The events name the tags explicitly,
 * because the rows are deleted before the events are written.
 */
export async function removeForGood(context: Context, features: readonly Feature[]): Promise<void> {
  if (features.length === 0) return;
  await refuseParents(context.em, features);
  const names = features.map(({ name }) => name);
  const settings = await readSettings(context.em, names);
  const tags = await readTags(context.em, names);
  for (const feature of features) {
    context.publish(featureDeleted, {
      ...eventKeys(feature),
      preData: serializeMetadata(feature, newestOf(settings.get(feature.name) ?? [])),
      tags: tags.get(feature.name) ?? [],
    });
    context.em.remove(feature);
  }
}
