import type { EnvironmentState, FeatureState } from '@signalbox/contracts';

/** Settings of a feature in an environment, or undefined. The environment's name comes from callers and may be `constructor`. */
export function settingsOf({ environments }: Pick<FeatureState, 'environments'>, environment: string): EnvironmentState | undefined {
  return Object.hasOwn(environments, environment) ? environments[environment] : undefined;
}
