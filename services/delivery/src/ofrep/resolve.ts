import type { Payload, StrategyState } from '@signalbox/contracts';
import { type CompiledFeature, type Evaluation, type SelectedVariant, settingsOf } from '@signalbox/engine';

type Reason = 'STATIC' | 'DEFAULT' | 'TARGETING_MATCH' | 'SPLIT' | 'DISABLED' | 'UNKNOWN';

/** A feature as OFREP resolves it. A `value` of another type than the caller asks for makes it use the one in its code. */
export interface Resolution {
  readonly key: string;
  readonly value: unknown;
  readonly reason: Reason;
  readonly variant?: string;
  readonly metadata: { readonly project: string; readonly environment: string; readonly toggleType: string };
}

/** What of a resolution does not depend on the context. */
interface Traits {
  readonly reason: Reason;
  readonly metadata: Resolution['metadata'];
}

const traits = new WeakMap<CompiledFeature, Traits>();

/**
 * The value is whether the feature is on, or what the chosen variant carries. A feature that is off has one too, whatever its
 * variants carry: ofrep-provider up to 0.1.3 takes an answer without one for an error, and a feature that is off for one that is on.
 */
export function resolve(feature: CompiledFeature, { enabled, variant }: Evaluation): Resolution {
  const { reason, metadata } = traitsOf(feature);
  const key = feature.state.name;
  if (variant) return { key, value: valueOf(variant), reason: draws(feature) ? 'SPLIT' : reason, variant: variant.name, metadata };
  return { key, value: enabled, reason: enabled || !isDecided(reason) ? reason : 'DEFAULT', metadata };
}

function traitsOf(feature: CompiledFeature): Traits {
  const known = traits.get(feature);
  if (known) return known;
  const { state, environment } = feature;
  const metadata = { project: state.project, environment, toggleType: state.type };
  const made = { reason: reasonOf(feature), metadata };
  traits.set(feature, made);
  return made;
}

function variantsOf({ state, environment }: CompiledFeature) {
  const { variants = [], strategies = [] } = settingsOf(state, environment) ?? {};
  return [...strategies.flatMap((strategy) => strategy.variants), ...variants];
}

const draws = (feature: CompiledFeature): boolean => variantsOf(feature).filter(({ weight }) => weight > 0).length > 1;

/** Whether strategies say for whom the feature is on: where none of them holds, its value is the default. */
const isDecided = (reason: Reason): boolean => reason !== 'DISABLED' && reason !== 'UNKNOWN';

/** STATIC: nobody gets another answer. SPLIT: a part of all identities does. */
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

const values = new WeakMap<SelectedVariant, { readonly value: unknown }>();

/** A payload that is not of the kind that it claims to be counts as text. Without one, the variant says no more than "on". */
function valueOf(variant: SelectedVariant): unknown {
  let known = values.get(variant);
  if (!known) values.set(variant, (known = { value: variant.payload ? read(variant.payload) : true }));
  return known.value;
}

function read({ type, value }: Payload): unknown {
  if (type === 'number') return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
  if (type !== 'json') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
