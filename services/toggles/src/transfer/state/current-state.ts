import { Failure } from '@signalbox/contracts';
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
  const current = upgrades.slice(sent.version - 1).reduce((upgraded, upgrade) => upgrade(upgraded), withTypes(withEnvironments(sent)));
  refuseGlobal(current);
  return current;
}

function refuseIncomplete({ strategies = [] }: SentState): void {
  for (const [index, strategy] of strategies.entries()) {
    const missing = requiredOfStrategies.find((field) => strategy[field] === undefined);
    if (missing) throw badValue(`strategies/${index}/${missing}`, 'is required');
  }
}

type WithEnvironments = Omit<SentState, 'featureEnvironments'> & Pick<State, 'featureEnvironments'>;

function withEnvironments({ featureEnvironments, ...state }: SentState): WithEnvironments {
  if (!featureEnvironments) return state;
  const settings = featureEnvironments.map(({ name, environment = name, ...item }, index) => {
    if (environment === undefined) throw badValue(`featureEnvironments/${index}/environment`, 'is required');
    return { ...item, environment };
  });
  return { ...state, featureEnvironments: settings };
}

/** Version 2 has no types: its environment `:global:` becomes one of production. */
function withTypes({ environments, ...state }: WithEnvironments): State {
  if (!environments) return state;
  const typed = environments.map(({ type = state.version === 2 ? 'production' : undefined, ...environment }, index) => {
    const path = `environments/${index}/type`;
    if (type === undefined) throw new Failure('ValidationError', `${path} is required`, { path });
    return { ...environment, type };
  });
  return { ...state, environments: typed };
}

function refuseGlobal({ version, environments = [], featureEnvironments = [], featureStrategies = [] }: State): void {
  const named = [
    ...environments.map(({ name }) => name),
    ...[...featureEnvironments, ...featureStrategies].map((item) => item.environment),
  ];
  if (named.includes(globalEnvironment)) throw badValue('environments', `must not be ${globalEnvironment} in version ${version}`);
}
