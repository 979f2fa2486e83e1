import { badValue } from '../constraint/bad-value.ts';
import { fromVersion1 } from './from-version-1.ts';
import { fromVersion2 } from './from-version-2.ts';
import { fromVersion3 } from './from-version-3.ts';
import { globalEnvironment, type State } from './state.schema.ts';

/** What makes the next version of each. The fourth is the last that there is. */
const upgrades = [fromVersion1, fromVersion2, fromVersion3];

/** A state of any version as one of the current version. */
export function currentState(state: State): State {
  const current = upgrades.slice(state.version - 1).reduce((upgraded, upgrade) => upgrade(upgraded), state);
  refuseGlobal(current);
  return current;
}

function refuseGlobal({ version, environments = [], featureEnvironments = [], featureStrategies = [] }: State): void {
  const named = [
    ...environments.map(({ name }) => name),
    ...[...featureEnvironments, ...featureStrategies].map((item) => item.environment),
  ];
  if (named.includes(globalEnvironment)) throw badValue('environments', `must not name ${globalEnvironment} in version ${version}`);
}
