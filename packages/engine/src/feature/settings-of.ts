import type { EnvironmentState, FeatureState } from '@signalbox/contracts';

/** What a feature says for an environment, undefined where it is not used. Whoever asks may call it `constructor`. */
export function settingsOf({ environments }: Pick<FeatureState, 'environments'>, environment: string): EnvironmentState | undefined {
  return Object.hasOwn(environments, environment) ? environments[environment] : undefined;
}
