import type { DependencyState, OnlyAnswer } from '@signalbox/contracts';
import { decidedAt } from '../constraint/date-operators.ts';
import { beginOutcome } from '../evaluation.ts';
import type { CompiledFeature, FeatureLookup } from '../feature/compile-feature.ts';
import type { CompiledStrategy } from '../strategy/compile-strategy.ts';
import type { CompiledVariants } from '../variant/compile-variants.ts';
import { strategyTruth, type Truth } from './strategy-truth.ts';

/**
 * The answer of a feature for all contexts, from now on for ever, unless somebody changes something. A constant is proven. `several` means
 * that there may be several answers, `unknown` that a part is not evaluated here.
 */
export interface Constancy {
  readonly kind: 'constant' | 'several' | 'unknown';
  /** Null unless it is constant. */
  readonly winner: OnlyAnswer | null;
  /** The part that decides. */
  readonly because: 'switch' | 'strategies' | 'variants' | 'parents';
  /** The last moment in the past, in milliseconds, that a constraint compares the time with. Null without any. */
  readonly datePassed: number | null;
}

type Own = Omit<Constancy, 'datePassed'>;

const off = (because: Constancy['because']): Own => ({ kind: 'constant', winner: { enabled: false }, because });
const open = (kind: 'several' | 'unknown', because: Constancy['because']): Own => ({ kind, winner: null, because });

/**
 * Proves that a feature has one answer, from its compiled parts, without a context. `features` resolves parents. An evaluation whose steps
 * run out may differ, as it does in any case.
 */
export function constancyOf(feature: CompiledFeature, features: FeatureLookup, now: Date): Constancy {
  const time = now.getTime();
  const own = ownConstancy(feature, time);
  const parents = feature.state.dependencies.map((dependency) => parentTruth(dependency, features, time));
  return { ...withParents(own, parents), datePassed: datePassed(feature.strategies, time) };
}

/** A parent that fails turns the feature off, so the others need not be known. */
function withParents(own: Own, parents: readonly Truth[]): Own {
  if (own.winner?.enabled === false) return own;
  if (parents.includes('never')) return off('parents');
  if (parents.includes('unknown')) return open('unknown', 'parents');
  return parents.includes('some') ? open('several', 'parents') : own;
}

/** The constancy without parents. */
function ownConstancy({ enabled, strategies, variants }: CompiledFeature, now: number): Own {
  if (!enabled) return off('switch');
  if (strategies.length === 0) return withVariants([variants], 'switch');
  const truths = strategies.map((strategy) => strategyTruth(strategy, now));
  const first = truths.indexOf('always');
  const reached = first < 0 ? truths : truths.slice(0, first + 1);
  if (reached.every((truth) => truth === 'never')) return off('strategies');
  if (reached.includes('unknown')) return open('unknown', 'strategies');
  if (first < 0) return open('several', 'strategies');
  return withVariants(
    strategies.slice(0, first + 1).flatMap((strategy, index) => (truths[index] === 'never' ? [] : [strategy.variants ?? variants])),
    'strategies',
  );
}

/** On, with one variant or none, if all lists select the same. */
function withVariants(lists: readonly (CompiledVariants | undefined)[], because: Constancy['because']): Own {
  const selected = lists.map(onlyVariant);
  const [first] = selected;
  if (selected.includes('several') || new Set(selected.map((variant) => JSON.stringify(variant))).size > 1)
    return open('several', 'variants');
  return { kind: 'constant', winner: { enabled: true, ...(first && first !== 'several' && { variant: first }) }, because };
}

/** The variant that a list selects for every context; null for none. */
function onlyVariant(list: CompiledVariants | undefined): OnlyAnswer['variant'] | null | 'several' {
  if (!list) return null;
  if (list.forced || list.draw) return 'several';
  const selected = list.select({}, nothing, beginOutcome());
  return selected ? { name: selected.name, ...(selected.payload && { payload: selected.payload }) } : null;
}

/** A list without a draw reads neither of these. */
const nothing = { now: () => new Date(Number.NaN), random: () => 0, hostname: '' };

/** The truth of a dependency. A parent that has parents itself counts as missing, as in an evaluation. */
function parentTruth({ feature, enabled, variants }: DependencyState, features: FeatureLookup, now: number): Truth {
  const parent = features.get(feature);
  if (!parent || parent.state.dependencies.length > 0) return 'never';
  const { kind, winner } = ownConstancy(parent, now);
  if (!winner) return kind === 'unknown' ? 'unknown' : 'some';
  // An evaluation whose steps run out does not accept a parent as off, unless it is switched off.
  if (!enabled) return winner.enabled ? 'never' : parent.enabled ? 'some' : 'always';
  if (!winner.enabled) return 'never';
  return variants.length === 0 || variants.includes(winner.variant?.name ?? 'disabled') ? 'always' : 'never';
}

function datePassed(strategies: readonly CompiledStrategy[], now: number): number | null {
  const constraints = strategies.flatMap((strategy) => [
    ...strategy.constraints,
    ...strategy.segments.flatMap((segment) => segment.constraints),
  ]);
  const moments = constraints.map(({ state }) => decidedAt(state) ?? Number.NaN).filter((moment) => moment < now);
  return moments.length === 0 ? null : Math.max(...moments);
}
