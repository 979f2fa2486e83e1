import type { Context, EntityManager } from '@signalbox/kit';
import { type Feature, type FeatureKey, findActiveFeature, readFeature } from '../feature/feature.ts';
import { type FeatureEnvironment, findFeatureEnvironment } from '../feature/feature-environment.ts';

export interface PlaceKey extends FeatureKey {
  readonly environment: string;
}

/** Where strategies stand: a feature and its settings in one environment. */
export interface Place {
  readonly feature: Feature;
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

/** What an event says of the place. */
export const whereOf = ({ feature, settings }: Place) => ({
  project: feature.project,
  environment: settings.environment,
  featureName: feature.name,
});
