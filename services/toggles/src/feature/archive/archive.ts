import { featureDeleted } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { refuseParents, removeDependencies } from '../dependency/feature-dependency.ts';
import { findProject, refuseBeyondLimit } from '../../project/project/project.ts';
import { readTags } from '../tag/feature-tag.ts';
import { eventKeys, type Feature, isArchived } from '../feature/feature.ts';
import { FeatureEnvironment, readLastSeen } from '../feature/feature-environment.ts';
import { serializeMetadata } from '../feature/feature.schema.ts';

/**
 * The one way into the archive, together or not at all. Refused while a feature that stays behind depends on one of
 * them; what they depend on is forgotten. What is switched on stays stored as it is, but SDKs no longer see it. Answers
 * those that were not archived before: the only ones that there is something to say about.
 */
export async function putIntoArchive(context: Context, features: readonly Feature[]): Promise<Feature[]> {
  const active = features.filter((feature) => !isArchived(feature));
  await refuseParents(context.em, active);
  await removeDependencies(context, active);
  for (const feature of active) feature.archive(context.now());
  return active;
}

/**
 * The one way out of the archive: off in every environment, so that nothing comes back to life unseen, and within the
 * limit of the project. Answers those that were archived before.
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

/** Removes features with all that hangs on them and states what they were. The tags are gone when the events leave, so they are named here. */
export async function removeForGood(context: Context, features: readonly Feature[]): Promise<void> {
  if (features.length === 0) return;
  await refuseParents(context.em, features);
  const names = features.map(({ name }) => name);
  const lastSeen = await readLastSeen(context.em, names);
  const tags = await readTags(context.em, names);
  for (const feature of features) {
    context.publish(featureDeleted, {
      ...eventKeys(feature),
      preData: serializeMetadata(feature, lastSeen.get(feature.name)),
      tags: tags.get(feature.name) ?? [],
    });
    context.em.remove(feature);
  }
}
