import { Failure, type FeatureVariant } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { compiled, Projection } from '@signalbox/table';
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

/** The parts of a feature's settings that its metadata includes. */
const describedSettings = new Projection(featureEnvironmentTable, ['featureName', 'lastSeenAt', 'variants']);

/** Settings in all environments, by feature. Features without environments are absent. */
export async function readSettings(em: EntityManager, names: readonly string[]) {
  if (names.length === 0) return new Map<string, never[]>();
  const { rows } = await settingsOf(em, names);
  return Map.groupBy(
    rows.map((row) => describedSettings.decode(row)),
    ({ featureName }) => featureName,
  );
}

const settingsOf = compiled((db: Kysely<Tables>, names: readonly string[]) =>
  db.selectFrom('feature_environment').where('feature_name', 'in', names).orderBy('environment').select(describedSettings.selection),
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
