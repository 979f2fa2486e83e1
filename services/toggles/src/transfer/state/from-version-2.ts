import { globalEnvironment, type State } from './state.schema.ts';

const renamed = (name: string): string => (name === globalEnvironment ? 'default' : name);

/** Version 2 calls the original environment `:global:`. */
export function fromVersion2(state: State): State {
  const { environments, featureEnvironments, featureStrategies } = state;
  return {
    ...state,
    ...(environments && { environments: environments.map((item) => ({ ...item, name: renamed(item.name) })) }),
    ...(featureEnvironments && { featureEnvironments: featureEnvironments.map(inRenamed) }),
    ...(featureStrategies && { featureStrategies: featureStrategies.map(inRenamed) }),
  };
}

const inRenamed = <T extends { readonly environment: string }>(item: T): T => ({ ...item, environment: renamed(item.environment) });
