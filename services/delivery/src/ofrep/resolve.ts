import type { Payload, StrategyState } from '@signalbox/contracts';
import { type CompiledFeature, type Decision, type SelectedVariant, settingsOf } from '@signalbox/engine';

type Reason = 'STATIC' | 'DEFAULT' | 'TARGETING_MATCH' | 'SPLIT' | 'DISABLED' | 'UNKNOWN';

/** A resolved feature in OFREP. SDKs fall back to the code default if `value` has an unexpected type. */
export interface Resolution {
  readonly key: string;
  readonly value: unknown;
  readonly reason: Reason;
  readonly variant?: string;
  readonly metadata: { readonly project: string; readonly environment: string; readonly toggleType: string };
}

/**
 * The value is the payload of the selected variant, or whether the feature is on. A disabled feature has a value too, even
 * if its variants have payloads: up to version 0.1.3, ofrep-provider treats a response without a value as an error, and a
 * disabled feature as enabled.
 */
export function resolve(feature: CompiledFeature, { enabled, variant }: Decision): Resolution {
  const { name: key, project, type: toggleType } = feature.state;
  const metadata = { project, environment: feature.environment, toggleType };
  const reason = reasonOf(feature);
  if (variant) return { key, value: valueOf(variant), reason: reasonFor(variant, feature, reason), variant: variant.name, metadata };
  return { key, value: enabled, reason: enabled || !isDecided(reason) ? reason : 'DEFAULT', metadata };
}

/** All variants of the feature, of its strategies and its own. */
export function variantsOf({ state, environment }: CompiledFeature) {
  const { variants = [], strategies = [] } = settingsOf(state, environment) ?? {};
  return [...strategies.flatMap((strategy) => strategy.variants), ...variants];
}

/** DEFAULT: the last strategy decided, which is for everyone whom the others do not match. */
function reasonFor(variant: SelectedVariant, feature: CompiledFeature, reason: Reason): Reason {
  if (draws(feature)) return 'SPLIT';
  const last = feature.strategies.at(-1);
  const isForOthers = reason === 'TARGETING_MATCH' && last && feature.strategies.length > 1 && isForEveryone(last.state);
  return isForOthers && last.variants?.selectable.includes(variant) ? 'DEFAULT' : reason;
}

/** True if chance decides between the variants of a strategy, or of the feature. */
function draws({ state, environment }: CompiledFeature): boolean {
  const { variants = [], strategies = [] } = settingsOf(state, environment) ?? {};
  return [variants, ...strategies.map((strategy) => strategy.variants)].some((list) => list.filter(({ weight }) => weight > 0).length > 1);
}

/** True if strategies decide about the feature; its value is then the default if none matches. */
const isDecided = (reason: Reason): boolean => reason !== 'DISABLED' && reason !== 'UNKNOWN';

/** STATIC: the same result for everyone. SPLIT: a share of users gets another result. */
function reasonOf({ enabled, strategies, state }: CompiledFeature): Reason {
  if (!enabled) return 'DISABLED';
  const [first] = strategies;
  if (first && !strategies.some(({ known }) => known)) return 'UNKNOWN';
  if (state.dependencies.length === 0 && (!first || isForEveryone(first.state))) return 'STATIC';
  return strategies.some((strategy) => isPartial(strategy.state)) ? 'SPLIT' : 'TARGETING_MATCH';
}

function isForEveryone({ name, parameters, constraints, segments }: StrategyState): boolean {
  if (constraints.length > 0 || segments.length > 0) return false;
  if (name === 'default') return true;
  const stickiness = parameters['stickiness'] || 'default';
  return name === 'flexibleRollout' && shareOf(parameters) >= 100 && ['default', 'random'].includes(stickiness);
}

function isPartial({ name, parameters }: StrategyState): boolean {
  const share = shareOf(parameters);
  return (name === 'flexibleRollout' || name.startsWith('gradualRollout')) && share > 0 && share < 100;
}

const shareOf = ({ rollout, percentage }: StrategyState['parameters']): number => Number(rollout ?? percentage);

/** A payload that does not match its declared type is returned as text. A variant without a payload has the value true. */
export const valueOf = ({ payload }: Pick<SelectedVariant, 'payload'>): unknown => (payload ? read(payload) : true);

function read({ type, value }: Payload): unknown {
  if (type === 'number') return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
  if (type !== 'json') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
