import {
  dropEnvironments,
  dropFeatures,
  dropFeatureTags,
  dropProjects,
  dropStrategies,
  dropTags,
  dropTagTypes,
  environmentDeleted,
  Failure,
  projectDeleted,
} from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { compositeKey } from '@signalbox/table';
import { FeatureDependency } from '../../feature/dependency/feature-dependency.ts';
import { writeTombstone } from '../../base/tombstone/tombstone.ts';
import { Environment } from '../../project/environment/environment.ts';
import { serializeEnvironment } from '../../project/environment/environment.schema.ts';
import { Feature } from '../../feature/feature/feature.ts';
import { FeatureEnvironment } from '../../feature/feature/feature-environment.ts';
import { raiseVersionsOfProjects } from '../../feature/feature/raise-versions.ts';
import { Persona } from '../../project/persona/persona.ts';
import { Project, ProjectEnvironment } from '../../project/project/project.ts';
import { serializeProject } from '../../project/project/project.schema.ts';
import { unprotect } from '../../project/protection/configure-change-requests.ts';
import { ProtectedEnvironment } from '../../project/protection/protected-environment.ts';
import { Segment } from '../../feature/segment/segment.ts';
import { StrategySegment } from '../../feature/strategy/strategy.ts';
import { StrategyDefinition } from '../../vocabulary/strategy-definition/strategy-definition.ts';
import { tablesOf } from '../../tables/tables.ts';
import { FeatureTag } from '../../feature/tag/feature-tag.ts';
import { KnownTag } from '../../vocabulary/tag/tag.ts';
import { TagType } from '../../vocabulary/tag/tag-type.ts';
import { writeInChunks } from '../../base/database/in-chunks.ts';
import type { State } from './state.schema.ts';

/** The dropped projects and environments. */
export interface Dropped {
  readonly projects: readonly ReturnType<typeof serializeProject>[];
  readonly environments: readonly ReturnType<typeof serializeEnvironment>[];
}

/**
 * Deletes all rows of the sections in the state. Dropping projects also deletes features, and dropping environments also
 * deletes settings of features, regardless of the state's other sections. Tags are deleted if the state has both tags and tag
 * types.
 */
export async function dropSections(context: Context, state: State): Promise<Dropped> {
  const { em } = context;
  const { environments, projects, features, strategies, tags, tagTypes, segments } = state;
  const dropped = {
    projects: projects ? (await em.find(Project, {}, { orderBy: { id: 'asc' } })).map(serializeProject) : [],
    environments: environments ? (await em.find(Environment, {}, { orderBy: { name: 'asc' } })).map(serializeEnvironment) : [],
  };
  em.clear();
  if (features || projects) await deleteFeatures(context);
  if (environments)
    await deleteEnvironments(
      context,
      dropped.environments.map(({ name }) => name),
    );
  if (projects)
    await deleteProjects(
      context,
      dropped.projects.map(({ id }) => id),
    );
  if (segments) await deleteSegments(context);
  if (strategies) await em.nativeDelete(StrategyDefinition, { builtIn: false });
  if (tags && tagTypes) await deleteTags(context);
  if (environments) context.publish(dropEnvironments, { data: { name: 'all-environments' } });
  if (projects) context.publish(dropProjects, { data: { name: 'all-projects' } });
  if (features || projects) context.publish(dropFeatures, { data: { name: 'all-features' } });
  if (strategies) context.publish(dropStrategies, { data: { name: 'all-strategies' } });
  if (!tags || !tagTypes) return dropped;
  context.publish(dropFeatureTags, { data: { name: 'all-feature-tags' } });
  context.publish(dropTags, { data: { name: 'all-tags' } });
  context.publish(dropTagTypes, { data: { name: 'all-tag-types' } });
  return dropped;
}

/** Protection stays if the project uses the environment again, because a state does not contain protection. */
export async function dropProtections(context: Context): Promise<void> {
  await context.em.flush();
  const links = await context.em.find(ProjectEnvironment, {});
  const used = new Set(links.map(({ project, environment }) => compositeKey(project, environment)));
  for (const row of await context.em.find(ProtectedEnvironment, {}, { orderBy: { project: 'asc', environment: 'asc' } })) {
    if (!used.has(compositeKey(row.project, row.environment))) unprotect(context, row);
  }
}

/** Projects and environments that are not recreated are deleted permanently, so identity must revoke their grants. */
export function publishDeletions(context: Context, { projects, environments }: Dropped, state: State): void {
  const projectIds = new Set((state.projects ?? []).map(({ id }) => id));
  for (const project of projects.filter(({ id }) => !projectIds.has(id))) {
    writeTombstone(context, 'project', project.id);
    context.publish(projectDeleted, { project: project.id, preData: project });
  }
  const environmentNames = new Set((state.environments ?? []).map(({ name }) => name));
  for (const environment of environments.filter(({ name }) => !environmentNames.has(name))) {
    writeTombstone(context, 'environment', environment.name);
    context.publish(environmentDeleted, { environment: environment.name, preData: environment });
  }
}

async function deleteFeatures(context: Context): Promise<void> {
  await context.em.nativeDelete(FeatureDependency, {});
  await writeInChunks(context, await namesOfFeatures(context), async (names) => {
    await context.em.nativeDelete(Feature, { name: { $in: names } }); // Foreign keys delete everything that belongs to them.
  });
}

/**
 * Runs after features and projects are deleted. Throws 409 if a strategy still uses a segment: without it, the strategy would reach more
 * users.
 */
async function deleteSegments({ em }: Context): Promise<void> {
  const defaults = (await em.find(ProjectEnvironment, {})).filter(({ defaultStrategy }) => defaultStrategy?.segments?.length);
  const uses = (await em.count(StrategySegment, {})) + defaults.length;
  if (uses > 0)
    throw new Failure('SegmentInUseError', `Strategies use segments ${uses} times. Drop features and projects together with segments.`);
  await em.nativeDelete(Segment, {});
}

/** Deletes only the given environments. A concurrently created one is neither deleted nor in an event. */
async function deleteEnvironments(context: Context, names: readonly string[]): Promise<void> {
  const { em } = context;
  const environment = { $in: [...names] };
  await writeInChunks(context, await namesOfFeatures(context), async (features) => {
    await em.nativeDelete(FeatureEnvironment, { featureName: { $in: features }, environment }); // Strategies are deleted by foreign key.
  });
  const links = await em.find(ProjectEnvironment, { environment }, { disableIdentityMap: true });
  await raiseVersionsOfProjects(em, [...new Set(links.map(({ project }) => project))]);
  await em.nativeDelete(ProjectEnvironment, { environment });
  await em.nativeDelete(Environment, { name: environment });
}

/** Like `deleteEnvironments`, for projects. */
async function deleteProjects({ em }: Context, ids: readonly string[]): Promise<void> {
  const project = { $in: [...ids] };
  await em.nativeDelete(Segment, { project });
  await em.nativeDelete(ProjectEnvironment, { project });
  await em.nativeDelete(Persona, { project });
  await em.nativeDelete(Project, { id: project });
}

async function deleteTags({ em }: Context): Promise<void> {
  await em.nativeDelete(FeatureTag, {});
  await em.nativeDelete(KnownTag, {});
  await em.nativeDelete(TagType, {});
}

async function namesOfFeatures({ em }: Context): Promise<string[]> {
  const rows = await tablesOf(em).selectFrom('feature').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}
