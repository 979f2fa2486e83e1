import type { EnvironmentState, StrategyState } from '@signalbox/contracts';

/** Who gets a feature in one environment, as far as its configuration tells without a context. */
export interface Reach {
  readonly kind: 'nobody' | 'some' | 'everybody';
  /** Percent, where one strategy alone decides, and by its share alone. */
  readonly share?: number;
  /** The ids of segments that strategies ask for, each once, ascending. */
  readonly segments: readonly number[];
  /** The context fields that strategies ask for besides their shares, each once, sorted. */
  readonly fields: readonly string[];
  /** How many strategies could hold. */
  readonly strategies: number;
  /** How many variants can be told: those of the strategies, else those of the feature. */
  readonly variants: number;
}

/** What decides in one environment: its switch, the strategies that are switched on, and the variants of the feature. */
export interface Decides extends Pick<EnvironmentState, 'enabled' | 'variants'> {
  readonly strategies: readonly Pick<StrategyState, 'name' | 'parameters' | 'constraints' | 'segments' | 'variants'>[];
  /** Whether there are others, which are switched off. */
  readonly hasDisabled: boolean;
}

type Strategy = Decides['strategies'][number];

/**
 * Nobody where it is switched off or no strategy can hold; everybody where it is on without strategies, as evaluation answers,
 * or where one asks for nothing; else some. A strategy that the engine does not know may hold where its application is, so it counts
 * as some. What a share leaves out for want of an identity is not considered.
 */
export function reachOf({ enabled, strategies, hasDisabled, variants }: Decides): Reach {
  const possible = enabled ? strategies.filter(canHold) : [];
  const asksNothing = enabled && strategies.length === 0 && !hasDisabled;
  const [only] = possible;
  const share = possible.length === 1 && only && asked(only) === 0 ? shareOf(only) : 100;
  const own = Math.max(0, ...possible.map((strategy) => strategy.variants.length));
  return {
    kind: kindOf(possible, asksNothing),
    ...(share < 100 && { share }),
    segments: [...new Set(possible.flatMap(({ segments }) => segments))].sort((one, other) => one - other),
    fields: [...new Set(possible.flatMap(fieldsOf))].sort(),
    strategies: possible.length,
    variants: own || variants.length,
  };
}

function kindOf(possible: readonly Strategy[], asksNothing: boolean): Reach['kind'] {
  if (asksNothing || possible.some((strategy) => asked(strategy) === 0 && shareOf(strategy) >= 100)) return 'everybody';
  return possible.length === 0 ? 'nobody' : 'some';
}

const asked = (strategy: Strategy): number => strategy.segments.length + fieldsOf(strategy).length + Number(!(strategy.name in shares));

const canHold = (strategy: Strategy): boolean => shareOf(strategy) > 0;

type Share = (parameters: Strategy['parameters']) => number;

const everybody: Share = () => 100;
const percentage: Share = (parameters) => percent(parameters['percentage']);

/** What share of those who are asked for each of the strategies lets through, where the engine knows it. */
const shares: Readonly<Record<string, Share>> = {
  default: everybody,
  flexibleRollout: (parameters) => percent(parameters['rollout']),
  gradualRolloutUserId: percentage,
  gradualRolloutSessionId: percentage,
  gradualRolloutRandom: percentage,
  userWithId: everybody,
  remoteAddress: everybody,
  applicationHostname: everybody,
};

const shareOf = ({ name, parameters }: Strategy): number => (shares[name] ?? everybody)(parameters);

/** What is no number passes nobody. */
const percent = (text: string | undefined): number => Math.min(100, Math.max(0, Number(text) || 0));

/** The field that a strategy asks for by its name. */
const ownFields: Readonly<Record<string, string>> = {
  userWithId: 'userId',
  remoteAddress: 'remoteAddress',
  applicationHostname: 'hostname',
};

const fieldsOf = ({ name, constraints }: Strategy): string[] => [
  ...constraints.map(({ contextName }) => contextName),
  ...(ownFields[name] === undefined ? [] : [ownFields[name]]),
];
