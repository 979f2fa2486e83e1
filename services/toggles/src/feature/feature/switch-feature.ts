import { featureEnvironmentDisabled, featureEnvironmentEnabled } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import type { Static } from 'typebox';
import type { projectEnvironmentParams } from '../../project/project/project.schema.ts';
import { type Place, type PlaceKey, whereOf } from './place.ts';

/** Switches the feature on or off in the environment and states it, if it was not so already. */
export function switchFeature(context: Context, place: Place, enabled: boolean): void {
  if (place.settings.enabled === enabled) return;
  place.settings.enabled = enabled;
  context.publish(enabled ? featureEnvironmentEnabled : featureEnvironmentDisabled, whereOf(place));
}

/** A feature that is on has an enabled strategy, so it goes off with the last one. `left` are those that stay. */
export function switchOffWithoutStrategies(context: Context, place: Place, left: readonly { readonly disabled: boolean }[]): void {
  if (left.every(({ disabled }) => disabled)) switchFeature(context, place, false);
}

/** One after the other and in the order of their names, so that two bulk requests lock the same rows in the same order. */
export async function eachFeature(
  place: Static<typeof projectEnvironmentParams>,
  names: readonly string[],
  work: (key: PlaceKey) => Promise<void>,
): Promise<void> {
  for (const featureName of [...new Set(names)].sort()) await work({ ...place, featureName });
}
