import type { Context, EntityManager } from '@signalbox/kit';
import { type FeatureKey, findActiveFeature, readFeature, type NamedFeature } from './feature.ts';
import { type FeatureEnvironment, findFeatureEnvironment } from './feature-environment.ts';

export interface PlaceKey extends FeatureKey {
  readonly environment: string;
}

/** Where strategies stand: a feature and its settings in one environment. */
export interface Place {
  readonly feature: NamedFeature;
  readonly settings: FeatureEnvironment;
}

/** The place for a change: the feature's row is locked. 404 if the feature is archived or has no such environment. */
export async function findPlace(context: Context, key: PlaceKey): Promise<Place> {
  const feature = await findActiveFeature(context, key);
  return { feature, settings: await findFeatureEnvironment(context.em, feature.name, key.environment) };
}

/** The place for reading. */
export async function readPlace(em: EntityManager, key: PlaceKey): Promise<Place> {
  const feature = await readFeature(em, key);
  return { feature, settings: await findFeatureEnvironment(em, feature.name, key.environment) };
}

/** A place by its names: what an event says of it. */
export interface Where {
  readonly project: string;
  readonly environment: string;
  readonly featureName: string;
}

export const whereOf = ({ feature, settings }: Place): Where => ({
  project: feature.project,
  environment: settings.environment,
  featureName: feature.name,
});
