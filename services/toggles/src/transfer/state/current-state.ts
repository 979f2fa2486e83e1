import { badValue } from '../../base/input/bad-value.ts';
import { fromVersion1 } from './from-version-1.ts';
import { fromVersion2 } from './from-version-2.ts';
import { fromVersion3 } from './from-version-3.ts';
import { globalEnvironment, requiredOfStrategies, type SentState, type State } from './state.schema.ts';

/** Upgrades from each version to the next. The fourth version is the latest. */
const upgrades = [fromVersion1, fromVersion2, fromVersion3];

/** Upgrades a state of any version to the current one. */
export function currentState(sent: SentState): State {
  if (sent.version > upgrades.length) refuseIncomplete(sent);
  const current = upgrades.slice(sent.version - 1).reduce((upgraded, upgrade) => upgrade(upgraded), withEnvironments(sent));
  refuseGlobal(current);
  return current;
}

function refuseIncomplete({ strategies = [] }: SentState): void {
  for (const [index, strategy] of strategies.entries()) {
    const missing = requiredOfStrategies.find((field) => strategy[field] === undefined);
    if (missing) throw badValue(`strategies/${index}/${missing}`, 'is required');
  }
}

function withEnvironments({ featureEnvironments, ...state }: SentState): State {
  if (!featureEnvironments) return state;
  const settings = featureEnvironments.map(({ name, environment = name, ...item }, index) => {
    if (environment === undefined) throw badValue(`featureEnvironments/${index}/environment`, 'is required');
    return { ...item, environment };
  });
  return { ...state, featureEnvironments: settings };
}

function refuseGlobal({ version, environments = [], featureEnvironments = [], featureStrategies = [] }: State): void {
  const named = [
    ...environments.map(({ name }) => name),
    ...[...featureEnvironments, ...featureStrategies].map((item) => item.environment),
  ];
  if (named.includes(globalEnvironment)) throw badValue('environments', `must not be ${globalEnvironment} in version ${version}`);
}
