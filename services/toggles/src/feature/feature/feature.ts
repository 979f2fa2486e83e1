import { type Completion, Failure } from '@signalbox/contracts';
import type { Context, EntityManager } from '@signalbox/kit';
import { requirePermission, slot } from '@signalbox/kit';
import { lockRows } from '@signalbox/table';
import { featureTable } from '../../tables/feature.ts';

/** A toggle in the terms of the specification, in one project, with settings per environment. */
export class Feature extends featureTable.entity.class {
  /** Keeps the time of the first archiving. */
  archive(now: Date): void {
    this.archivedAt ??= now;
  }

  /** Restarts the lifecycle. */
  revive(now: Date): void {
    this.archivedAt = null;
    this.revivedAt = now;
    this.preLiveAt = null;
    this.liveAt = null;
    this.uncomplete();
  }

  /** Keeps the time of the first completion. */
  complete(now: Date, { status, statusValue }: Completion): void {
    this.completedAt ??= now;
    this.completedStatus = status;
    this.completedStatusValue = statusValue;
  }

  uncomplete(): void {
    this.completedAt = null;
    this.completedStatus = null;
    this.completedStatusValue = null;
  }
}
featureTable.entity.setClass(Feature);

export interface FeatureKey {
  readonly projectId: string;
  readonly featureName: string;
}

/** The identity of a feature, for functions that need no other properties. */
export type NamedFeature = Pick<Feature, 'name' | 'project'>;

/** The feature of an event that concerns no single environment. */
export const eventKeys = (feature: NamedFeature) => ({ project: feature.project, featureName: feature.name });

export const isArchived = (feature: Pick<Feature, 'archivedAt'>): boolean =>
  feature.archivedAt !== null && feature.archivedAt !== undefined;

export const firstVersion = 1;

/** The version on the wire, in `ETag` and `If-Match`. */
export const etagOf = (feature: Pick<Feature, 'version'>): string => `"${feature.version}"`;

/** The features whose versions the unit of work has already incremented. */
const raised = slot(() => new Set<string>());

/**
 * Increments the version of a locked feature with the rest of its row, once per unit of work. Other features are incremented at
 * the end of the unit.
 */
export function raiseVersion(context: Context, feature: Feature): void {
  const names = context.slot(raised);
  if (!names.has(feature.name)) feature.version += 1;
  names.add(feature.name);
}

/** Returns true if `raiseVersion` has incremented the version. */
export const isRaised = (context: Context, name: string): boolean => context.slot(raised).has(name);

/**
 * Finds a feature for a change and locks its row, so that changes of one feature run one after the other. Throws 404 if it is not in
 * the project, and 412 if `If-Match` names another version.
 */
export async function findFeature(context: Context, { projectId, featureName }: FeatureKey): Promise<Feature> {
  const [feature = null] = await lockByName(context.em, [featureName]);
  refuseElsewhere(feature, projectId, featureName);
  refuseStale(context, feature);
  return feature;
}

/** Like `findFeature`, but also throws 404 for an archived feature. */
export async function findActiveFeature(context: Context, key: FeatureKey): Promise<Feature> {
  const feature = await findFeature(context, key);
  refuseArchived(feature);
  return feature;
}

/** Like `findActiveFeature`, for several unique names, sorted. Executes one statement. */
export async function findActiveFeatures(context: Context, projectId: string, names: readonly string[]): Promise<Feature[]> {
  const byName = await lockFeatures(context.em, names);
  return [...new Set(names)].sort().map((featureName) => {
    const feature = byName.get(featureName) ?? null;
    refuseElsewhere(feature, projectId, featureName);
    refuseStale(context, feature);
    refuseArchived(feature);
    return feature;
  });
}

const lockByName = lockRows(featureTable, Feature, 'name');

/** The features that exist, by name. Locks them in the order of their names, so that concurrent batches cannot deadlock. */
const lockFeatures = async (em: EntityManager, names: readonly string[]): Promise<ReadonlyMap<string, Feature>> =>
  new Map((await lockByName(em, names)).map((feature) => [feature.name, feature]));

/**
 * Like `findFeature`, for routes whose path does not name the project. Requires the permission in the feature's own project,
 * and throws 404 for features of projects that the actor cannot see.
 */
export async function findFeatureAnywhere(context: Context, featureName: string, permission: string): Promise<Feature> {
  const [feature] = await lockByName(context.em, [featureName]);
  if (!feature || !context.access.sees(context.actor, feature.project))
    throw new Failure('NotFoundError', `There is no feature ${featureName}.`);
  requirePermission(context, permission, { project: feature.project });
  refuseStale(context, feature);
  return feature;
}

/**
 * Finds and locks the named features that exist, in the order of the names. Throws 403 if one is in another project, because a
 * batch concerns one project. Ignores features of projects that the actor cannot see.
 */
export async function findFeatures(context: Context, projectId: string, names: readonly string[]): Promise<Feature[]> {
  const byName = await lockFeatures(context.em, names);
  const visible = [...byName.values()].filter(({ project }) => project === projectId || context.access.sees(context.actor, project));
  const elsewhere = visible.filter(({ project }) => project !== projectId).map(({ name }) => name);
  if (elsewhere.length > 0) {
    throw new Failure(
      'InvalidOperationError',
      `These features are not in project ${projectId}: ${elsewhere.join(', ')}. All features in a request must belong to the same project.`,
    );
  }
  const own = new Map(visible.map((feature) => [feature.name, feature]));
  return [...new Set(names)].flatMap((name) => own.get(name) ?? []);
}

/** Reads a feature without a lock. Throws 404 if it is archived or not in the project. */
export async function readFeature(em: EntityManager, { projectId, featureName }: FeatureKey): Promise<Feature> {
  const feature = await em.findOne(Feature, { name: featureName });
  refuseElsewhere(feature, projectId, featureName);
  refuseArchived(feature);
  return feature;
}

/** Throws 404 if the feature is missing or not in the project. */
export function refuseElsewhere<F extends NamedFeature>(feature: F | null, projectId: string, featureName: string): asserts feature is F {
  if (feature?.project !== projectId) throw new Failure('NotFoundError', `There is no feature ${featureName} in project ${projectId}.`);
}

/** Throws 404 for an archived feature. */
export function refuseArchived(feature: Pick<Feature, 'name' | 'archivedAt'>): void {
  if (isArchived(feature)) throw new Failure('NotFoundError', `The feature ${feature.name} is archived.`);
}

function refuseStale(context: Context, feature: Feature): void {
  if (context.ifMatch === null) return;
  const expected = context.ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (expected.includes('*') || expected.includes(etagOf(feature))) return;
  throw new Failure(
    'PreconditionFailedError',
    `The feature ${feature.name} has changed; its version is now ${etagOf(feature)}. Read it again and retry.`,
  );
}
