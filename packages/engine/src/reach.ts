import type { EnvironmentState, StrategyState } from '@signalbox/contracts';

/** Audience of a feature in one environment, derived from its configuration without a context. */
export interface Reach {
  readonly kind: 'nobody' | 'some' | 'everybody';
  /** Percent, if exactly one strategy decides by its share alone. Others may require segments or fields. */
  readonly share?: number;
  /** Ids of segments that strategies require, without duplicates, ascending. */
  readonly segments: readonly number[];
  /** Context fields that strategies require besides their shares, without duplicates, sorted. */
  readonly fields: readonly string[];
  /** Number of strategies that could hold. */
  readonly strategies: number;
  /** Number of possible variants: those of the strategies, otherwise those of the feature. */
  readonly variants: number;
}

/** The settings that decide in one environment: the switch, enabled strategies, and the variants of the feature. */
export interface Decides extends Pick<EnvironmentState, 'enabled' | 'variants'> {
  readonly strategies: readonly Pick<StrategyState, 'name' | 'parameters' | 'constraints' | 'segments' | 'variants'>[];
  /** True if there are disabled strategies. */
  readonly hasDisabled: boolean;
}

type Strategy = Decides['strategies'][number];

/**
 * Computes the audience. `nobody`: switched off, or no strategy can hold. `everybody`: on without strategies, as in an evaluation, or one
 * strategy has no requirements. Otherwise `some`, also for an unknown strategy, which may hold in its application. Contexts that lack the
 * identity of a share are not considered.
 */
export function reachOf({ enabled, strategies, hasDisabled, variants }: Decides): Reach {
  const possible = enabled ? strategies.filter(canHold) : [];
  const hasNoRequirements = enabled && strategies.length === 0 && !hasDisabled;
  const [open, ...others] = possible.filter((strategy) => countRequirements(strategy) === 0);
  const share = open && others.length === 0 ? shareOf(open) : 100;
  const own = Math.max(0, ...possible.map((strategy) => strategy.variants.length));
  return {
    kind: kindOf(possible, hasNoRequirements),
    ...(share < 100 && { share }),
    segments: [...new Set(possible.flatMap(({ segments }) => segments))].sort((one, other) => one - other),
    fields: [...new Set(possible.flatMap(fieldsOf))].sort(),
    strategies: possible.length,
    variants: own || variants.length,
  };
}

function kindOf(possible: readonly Strategy[], hasNoRequirements: boolean): Reach['kind'] {
  if (hasNoRequirements || possible.some((strategy) => countRequirements(strategy) === 0 && shareOf(strategy) >= 100)) return 'everybody';
  return possible.length === 0 ? 'nobody' : 'some';
}

const countRequirements = (strategy: Strategy): number =>
  strategy.segments.length + fieldsOf(strategy).length + Number(!(strategy.name in shares));

const canHold = (strategy: Strategy): boolean => shareOf(strategy) > 0;

type Share = (parameters: Strategy['parameters']) => number;

const everybody: Share = () => 100;
const percentage: Share = (parameters) => percent(parameters['percentage']);

/** Share of matching contexts that a strategy lets pass, for known strategies. */
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

/** A text that is not a number counts as 0. */
const percent = (text: string | undefined): number => Math.min(100, Math.max(0, Number(text) || 0));

/** Fields that strategies require by their kind. */
const ownFields: Readonly<Record<string, string>> = {
  userWithId: 'userId',
  remoteAddress: 'remoteAddress',
  applicationHostname: 'hostname',
};

const fieldsOf = ({ name, constraints }: Strategy): string[] => [
  ...constraints.map(({ contextName }) => contextName),
  ...(ownFields[name] === undefined ? [] : [ownFields[name]]),
];
