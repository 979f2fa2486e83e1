import { featureEnvironmentDisabled, featureEnvironmentEnabled } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { type EventKeys, type FeatureInEnvironment, environmentEventKeys } from './feature-in-environment.ts';

/** Switches the feature on or off in the environment and emits that, unless it already is. */
export function switchFeature(context: Context, target: FeatureInEnvironment, enabled: boolean): void {
  if (target.settings.enabled === enabled) return;
  target.settings.enabled = enabled;
  target.settings.switchedAt = context.now();
  publishSwitch(context, environmentEventKeys(target), enabled);
}

/** Emits that a feature was switched on or off. */
export const publishSwitch = (context: Context, keys: EventKeys, enabled: boolean): void =>
  context.publish(enabled ? featureEnvironmentEnabled : featureEnvironmentDisabled, keys);

/**
 * Switches a feature off with its last enabled strategy, because a feature that is on must have one. `left` are the remaining
 * strategies.
 */
export function switchOffWithoutStrategies(
  context: Context,
  target: FeatureInEnvironment,
  left: readonly { readonly disabled: boolean }[],
): void {
  if (left.every(({ disabled }) => disabled)) switchFeature(context, target, false);
}
