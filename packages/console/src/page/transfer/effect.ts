import type { Reach } from '../../base/reach.ts';
import type { PlanAction } from '../../server/operations.ts';
import { isSameStrategy } from '../strategy/strategy-draft.ts';
import { type SettingsSpec, settingsOf, type StrategySpec } from './promotion.ts';

/** Titles of the groups of changes, in the order of the page. */
export const effectGroups = {
  new: (to: string) => `New in ${to}`,
  widens: () => 'Widens, or reaches other users',
  narrows: () => 'Narrows or turns off',
  same: () => 'Reaches the same users',
} as const;

export type EffectGroup = keyof typeof effectGroups;

/** The group of a change. Strategies that cannot be compared count as widening. */
export function groupOf({ effect, before, after }: PlanAction): EffectGroup {
  if (effect === undefined || (isSameStrategy(effect.before.kind, effect.after.kind) && effect.after.kind !== 'some')) return 'same';
  if (effect.before.kind === 'nobody') return 'new';
  if (effect.after.kind === 'everybody') return 'widens';
  if (effect.after.kind === 'nobody' || effect.before.kind === 'everybody') return 'narrows';
  const [old, next] = [settingsOf(before), settingsOf(after)];
  const keeps = isCovered(old, next);
  const adds = !isCovered(next, old);
  if (keeps) return adds ? 'widens' : 'same';
  return adds ? 'widens' : 'narrows';
}

/** True if each strategy of the first settings reaches no users that a strategy of the second does not. */
const isCovered = (one: SettingsSpec, other: SettingsSpec): boolean =>
  enabledIn(one).every((strategy) => enabledIn(other).some((wider) => isWithin(strategy, wider)));

const enabledIn = ({ strategies = [] }: SettingsSpec) => strategies.filter(({ disabled }) => disabled !== true);

const isWithin = (one: StrategySpec, wider: StrategySpec): boolean =>
  one.name === wider.name &&
  (wider.segments ?? []).every((segment) => one.segments?.includes(segment)) &&
  (wider.constraints ?? []).every((constraint) => one.constraints?.some((own) => isSameStrategy(own, constraint))) &&
  Number(one.parameters?.['rollout'] ?? 100) <= Number(wider.parameters?.['rollout'] ?? 100) &&
  isSameStrategy({ ...one.parameters, rollout: '' }, { ...wider.parameters, rollout: '' });

/** Evaluations per hour as on that a change adds (negative: removes). An upper bound if only conditions decide. */
export interface Difference {
  readonly perHour: number;
  readonly isBound: boolean;
}

/** The difference that a change makes, from the evaluations of the past hour. */
export function differenceOf(action: PlanAction): Difference {
  const group = groupOf(action);
  if (action.effect === undefined || group === 'same') return { perHour: 0, isBound: false };
  const { yes, no } = action.effect.usage;
  const part = partOf(action.effect.after);
  if (part === null) return { perHour: group === 'narrows' ? -yes : no, isBound: yes + no > 0 };
  const change = Math.round(part * (yes + no)) - yes;
  return { perHour: group === 'narrows' ? Math.min(0, change) : Math.max(0, change), isBound: false };
}

/** The part of the users; null if conditions decide. */
function partOf({ kind, share, strategies }: Reach): number | null {
  if (kind !== 'some') return kind === 'everybody' ? 1 : 0;
  return share !== undefined && strategies === 1 ? share / 100 : null;
}

/** Evaluations per hour that changes add and remove together: would reach up to 41,000/h more. Empty if there are none. */
export function sumOf(actions: readonly PlanAction[]): string {
  const all = actions.map(differenceOf);
  return [
    describe(
      all.filter(({ perHour }) => perHour > 0),
      'more',
    ),
    describe(
      all.filter(({ perHour }) => perHour < 0),
      'fewer',
    ),
  ]
    .filter(Boolean)
    .join(' and ');
}

function describe(differences: readonly Difference[], word: string): string {
  const sum = Math.abs(differences.reduce((total, { perHour }) => total + perHour, 0));
  if (sum === 0) return '';
  return `${differences.some(({ isBound }) => isBound) ? 'up to ' : ''}${sum.toLocaleString('en')}/h ${word}`;
}
