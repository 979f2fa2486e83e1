import { featureEnvironmentDisabled, featureEnvironmentEnabled } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { type FeatureInEnvironment, environmentEventKeys } from './feature-in-environment.ts';

/** Switches the feature on or off in the environment and states it, if it was not so already. */
export function switchFeature(context: Context, target: FeatureInEnvironment, enabled: boolean): void {
  if (target.settings.enabled === enabled) return;
  target.settings.enabled = enabled;
  context.publish(enabled ? featureEnvironmentEnabled : featureEnvironmentDisabled, environmentEventKeys(target));
}

/** A feature that is on has an enabled strategy, so it goes off with the last one. `left` are those that stay. */
export function switchOffWithoutStrategies(
  context: Context,
  target: FeatureInEnvironment,
  left: readonly { readonly disabled: boolean }[],
): void {
  if (left.every(({ disabled }) => disabled)) switchFeature(context, target, false);
}
