import type { State } from './state.schema.ts';

const environment = 'default';

/** Version 1 has no environments: features contain their strategies and switch. They move to the environment `default`. */
export function fromVersion1(state: State): State {
  const { features, featureEnvironments = [], featureStrategies = [] } = state;
  if (!features) return state;
  return {
    ...state,
    featureEnvironments: [
      ...featureEnvironments,
      ...features.map(({ name, enabled = false }) => ({ featureName: name, environment, enabled })),
    ],
    featureStrategies: [
      ...featureStrategies,
      ...features.flatMap(({ name, strategies = [] }) => strategies.map((strategy) => ({ ...strategy, featureName: name, environment }))),
    ],
  };
}
