import type { Context, EntityManager } from '@signalbox/kit';
import { type FeatureKey, findActiveFeature, findActiveFeatures, readFeature, type NamedFeature } from './feature.ts';
import { existingSettings, type FeatureEnvironment, findFeatureEnvironment, readFeatureEnvironments } from './feature-environment.ts';

export interface FeatureEnvironmentKey extends FeatureKey {
  readonly environment: string;
}

export interface FeatureInEnvironment {
  readonly feature: NamedFeature;
  readonly settings: FeatureEnvironment;
}

/** Locks the feature's row for a change. Throws 404 if the feature is archived or has no such environment. */
export async function findFeatureInEnvironment(context: Context, key: FeatureEnvironmentKey): Promise<FeatureInEnvironment> {
  const feature = await findActiveFeature(context, key);
  return { feature, settings: await findFeatureEnvironment(context.em, feature.name, key.environment) };
}

/** Like `findFeatureInEnvironment`, for several unique names, sorted. Executes two statements. */
export async function findFeaturesInEnvironment(
  context: Context,
  { projectId, environment }: Omit<FeatureEnvironmentKey, 'featureName'>,
  names: readonly string[],
): Promise<FeatureInEnvironment[]> {
  const features = await findActiveFeatures(context, projectId, names);
  const settings = await readFeatureEnvironments(
    context.em,
    features.map(({ name }) => name),
    environment,
  );
  return features.map((feature) => ({ feature, settings: existingSettings(settings.get(feature.name), feature.name, environment) }));
}

export async function readFeatureInEnvironment(em: EntityManager, key: FeatureEnvironmentKey): Promise<FeatureInEnvironment> {
  const feature = await readFeature(em, key);
  return { feature, settings: await findFeatureEnvironment(em, feature.name, key.environment) };
}

export interface EventKeys {
  readonly project: string;
  readonly environment: string;
  readonly featureName: string;
}

export const environmentEventKeys = ({ feature, settings }: FeatureInEnvironment): EventKeys => ({
  project: feature.project,
  environment: settings.environment,
  featureName: feature.name,
});
