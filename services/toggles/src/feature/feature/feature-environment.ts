import { Failure, type FeatureVariant } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { compiled } from '@signalbox/table';
import type { Kysely } from 'kysely';
import type { Tables } from '../../tables/tables.ts';
import { featureEnvironmentTable } from '../../tables/feature-parts.ts';

/** A feature's settings in one environment of its project. */
export class FeatureEnvironment extends featureEnvironmentTable.entity.class {}
featureEnvironmentTable.entity.setClass(FeatureEnvironment);

/** Throws 404 if the environment is unknown or not one of the feature's. */
export async function findFeatureEnvironment(em: EntityManager, featureName: string, environment: string): Promise<FeatureEnvironment> {
  return existingSettings(await em.findOne(FeatureEnvironment, { featureName, environment }), featureName, environment);
}

/** The settings of the features in the environment, by feature. */
export async function readFeatureEnvironments(
  em: EntityManager,
  featureNames: readonly string[],
  environment: string,
): Promise<Map<string, FeatureEnvironment>> {
  const found = await em.find(FeatureEnvironment, { featureName: { $in: [...featureNames] }, environment });
  return new Map(found.map((settings) => [settings.featureName, settings]));
}

/** Throws 404 without settings. */
export function existingSettings(
  found: FeatureEnvironment | null | undefined,
  featureName: string,
  environment: string,
): FeatureEnvironment {
  if (!found) throw new Failure('NotFoundError', `The feature ${featureName} has no environment ${environment}.`);
  return found;
}

/** Last-seen time per feature across environments, if any. */
export async function readLastSeen(em: EntityManager, names: readonly string[]): Promise<Map<string, Date>> {
  if (names.length === 0) return new Map();
  const { rows } = await lastSeenOf(em, names);
  return new Map(rows.map(({ feature_name, seen }) => [feature_name, new Date(Number(seen))]));
}

const lastSeenOf = compiled((db: Kysely<Tables>, names: readonly string[]) =>
  db
    .selectFrom('feature_environment')
    .where('feature_name', 'in', names)
    .where('last_seen_at', 'is not', null)
    .groupBy('feature_name')
    .select(['feature_name', ({ fn }) => fn.max('last_seen_at').as('seen')]),
);

/** Last-seen time across the environments; null if never seen. */
export function newestOf(environments: readonly Pick<FeatureEnvironment, 'lastSeenAt'>[]): Date | null {
  const seen = environments.flatMap(({ lastSeenAt }) => (lastSeenAt ? [lastSeenAt.getTime()] : []));
  return seen.length === 0 ? null : new Date(Math.max(...seen));
}

/** The variants of all environments, unique by name. */
export function unionByName(settings: readonly Pick<FeatureEnvironment, 'variants'>[]): FeatureVariant[] {
  return [...new Map(settings.flatMap(({ variants }) => variants.map((variant) => [variant.name, variant] as const))).values()];
}
