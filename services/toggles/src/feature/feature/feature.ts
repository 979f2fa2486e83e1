import { LockMode } from '@mikro-orm/core';
import { type Completion, Failure } from '@signalbox/contracts';
import type { Context, EntityManager } from '@signalbox/kit';
import { requirePermission, slot } from '@signalbox/kit';
import { featureTable } from '../../tables/feature.ts';

/** What the specification calls a toggle, in one project, with settings per environment. */
export class Feature extends featureTable.entity.class {
  /** Keeps the instant of the first archiving. */
  archive(now: Date): void {
    this.archivedAt ??= now;
  }

  /** Its life begins anew. */
  revive(now: Date): void {
    this.archivedAt = null;
    this.revivedAt = now;
    this.preLiveAt = null;
    this.liveAt = null;
    this.uncomplete();
  }

  /** Keeps the instant of the first completion. */
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

/** What tells a feature from others, for work that needs no more of it. */
export type NamedFeature = Pick<Feature, 'name' | 'project'>;

/** What an event says of the feature it happened to, if it concerns no single environment. */
export const eventKeys = (feature: NamedFeature) => ({ project: feature.project, featureName: feature.name });

export const isArchived = (feature: Pick<Feature, 'archivedAt'>): boolean =>
  feature.archivedAt !== null && feature.archivedAt !== undefined;

/** The version that a feature is created with. */
export const firstVersion = 1;

/** The version as the wire shows it, in `ETag` and `If-Match`. */
export const etagOf = (feature: Pick<Feature, 'version'>): string => `"${feature.version}"`;

/** The features whose versions a unit of work has raised already. */
const raised = slot(() => new Set<string>());

/** Raises the version with the rest of the row, which must be locked, once in a unit of work; of other features it rises at its end. */
export function raiseVersion(context: Context, feature: Feature): void {
  const names = context.slot(raised);
  if (!names.has(feature.name)) feature.version += 1;
  names.add(feature.name);
}

/** Whether `raiseVersion` has done it. */
export const isRaised = (context: Context, name: string): boolean => context.slot(raised).has(name);

/**
 * The feature for a change: its row is locked, so that changes of one feature follow each other. 404 when it is not in
 * that project, 412 when the caller says which version it means and that is not the current one.
 */
export async function findFeature(context: Context, { projectId, featureName }: FeatureKey): Promise<Feature> {
  const feature = await context.em.findOne(Feature, { name: featureName }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  refuseElsewhere(feature, projectId, featureName);
  refuseStale(context, feature);
  return feature;
}

/** As `findFeature`, for what an archived feature does not take part in. */
export async function findActiveFeature(context: Context, key: FeatureKey): Promise<Feature> {
  const feature = await findFeature(context, key);
  refuseArchived(feature);
  return feature;
}

/** As `findActiveFeature`, for each of the names, sorted and each once. One statement. */
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

/** Those that exist, by name; locked in the order of their names, so that two batches wait for each other. */
async function lockFeatures(em: EntityManager, names: readonly string[]): Promise<Map<string, Feature>> {
  const where = { name: { $in: [...new Set(names)] } };
  const found = await em.find(Feature, where, { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { name: 'asc' } });
  return new Map(found.map((feature) => [feature.name, feature]));
}

/**
 * As `findFeature`, for routes whose path does not name the project: the permission must count in the feature's own,
 * and a feature of a project that the actor may not see does not exist.
 */
export async function findFeatureAnywhere(context: Context, featureName: string, permission: string): Promise<Feature> {
  const feature = await context.em.findOne(Feature, { name: featureName }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!feature || !context.access.sees(context.actor, feature.project))
    throw new Failure('NotFoundError', `There is no feature ${featureName}.`);
  requirePermission(context, permission, { project: feature.project });
  refuseStale(context, feature);
  return feature;
}

/**
 * Those of the named features that exist, in the order of the names, locked. 403 when one of them lives in another
 * project: a batch concerns one project. One of a project that the actor may not see does not exist.
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

/** The feature for reading. 404 when it is archived or not in that project. */
export async function readFeature(em: EntityManager, { projectId, featureName }: FeatureKey): Promise<Feature> {
  const feature = await em.findOne(Feature, { name: featureName });
  refuseElsewhere(feature, projectId, featureName);
  refuseArchived(feature);
  return feature;
}

/** 404 for a feature that is not there, or not in that project. */
export function refuseElsewhere<F extends NamedFeature>(feature: F | null, projectId: string, featureName: string): asserts feature is F {
  if (feature?.project !== projectId) throw new Failure('NotFoundError', `There is no feature ${featureName} in project ${projectId}.`);
}

/** 404 for a feature that is archived. */
export function refuseArchived(feature: Pick<Feature, 'name' | 'archivedAt'>): void {
  if (isArchived(feature)) throw new Failure('NotFoundError', `The feature ${feature.name} is archived.`);
}

function refuseStale(context: Context, feature: Feature): void {
  if (context.ifMatch === null) return;
  const wanted = context.ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (wanted.includes('*') || wanted.includes(etagOf(feature))) return;
  throw new Failure(
    'PreconditionFailedError',
    `The feature ${feature.name} has changed; its version is now ${etagOf(feature)}. Read it again and retry.`,
  );
}
