import { isDeepStrictEqual } from 'node:util';
import { reachOf } from '@signalbox/engine';
import type { FeatureReach } from '../../feature/feature/feature.schema.ts';
import type { ChangeEffect } from './plan.schema.ts';
import type { PlannedAction } from './project-plan.ts';
import { effectiveStrategies } from '../document/located-strategies.ts';
import type { SettingsSpec, StrategySpec } from '../document/settings.schema.ts';

interface Usage {
  readonly yes: number;
  readonly no: number;
}

/** The effect of a change of settings, judged by the evaluations of the past hour in the target. */
export function effectOf({ before: old, after: next }: Pick<PlannedAction, 'before' | 'after'>, { yes, no }: Usage): ChangeEffect {
  const [before, after] = [reachIn(old ?? {}), reachIn(next ?? {})];
  const kind = kindOf({ before, after, old: old ?? {}, next: next ?? {} });
  const turned = kind === 'same' ? 0 : turnedBy(kind, after, { yes, no });
  return { kind, before, after, evaluations: yes + no, turned, isBound: turned !== 0 && partOf(after) === null };
}

/** True if a feature with strategies would have none. */
export const losesStrategies = ({ before, after }: Pick<PlannedAction, 'before' | 'after'>): boolean =>
  hasStrategies(before ?? {}) && !hasStrategies(after ?? {});

const hasStrategies = ({ strategies = [] }: SettingsSpec): boolean => strategies.length > 0;

function turnedBy(kind: ChangeEffect['kind'], after: FeatureReach, { yes, no }: Usage): number {
  const part = partOf(after) ?? (kind === 'narrows' ? 0 : 1);
  const turned = Math.round(part * (yes + no)) - yes;
  return kind === 'narrows' ? Math.min(0, turned) : Math.max(0, turned);
}

/** The part of the users; null if conditions decide. */
function partOf({ kind, share, strategies }: FeatureReach): number | null {
  if (kind !== 'some') return kind === 'everybody' ? 1 : 0;
  return share !== undefined && strategies === 1 ? share / 100 : null;
}

interface Compared extends Pick<ChangeEffect, 'before' | 'after'> {
  readonly old: SettingsSpec;
  readonly next: SettingsSpec;
}

function kindOf({ before, after, old, next }: Compared): ChangeEffect['kind'] {
  if (before.kind === after.kind && after.kind !== 'some') return 'same';
  if (before.kind === 'nobody') return 'new';
  if (after.kind === 'everybody') return 'widens';
  if (after.kind === 'nobody' || before.kind === 'everybody') return 'narrows';
  if (!isCovered(next, old)) return 'widens';
  return isCovered(old, next) ? 'same' : 'narrows';
}

/** True if each strategy of the first settings reaches no users that a strategy of the second does not. */
const isCovered = (one: SettingsSpec, other: SettingsSpec): boolean =>
  enabledIn(one).every((strategy) => enabledIn(other).some((wider) => isWithin(strategy, wider)));

const enabledIn = (settings: SettingsSpec) => effectiveStrategies(settings).filter(({ disabled }) => !disabled);

type Strategy = Omit<StrategySpec, 'key'>;

function isWithin(one: Strategy, wider: Strategy): boolean {
  const [{ rollout = '100', ...own }, { rollout: widerRollout = '100', ...others }] = [one.parameters ?? {}, wider.parameters ?? {}];
  return (
    one.name === wider.name &&
    (wider.segments ?? []).every((segment) => one.segments?.includes(segment)) &&
    (wider.constraints ?? []).every((constraint) => one.constraints?.some((each) => isDeepStrictEqual(each, constraint))) &&
    Number(rollout) <= Number(widerRollout) &&
    isDeepStrictEqual(own, others)
  );
}

/** The reach by settings as documents contain them, whose segments have names. */
function reachIn(settings: SettingsSpec): FeatureReach {
  const { enabled = false, variants = [] } = settings;
  const on = enabledIn(settings);
  const names = [...new Set(on.flatMap(({ segments = [] }) => segments))].sort();
  const strategies = on.map(({ name, parameters = {}, constraints = [], segments = [], variants: own = [] }) => ({
    name,
    parameters,
    constraints,
    segments: segments.map((segment) => names.indexOf(segment)),
    variants: own,
  }));
  const reach = reachOf({ enabled, variants, strategies, hasDisabled: on.length < effectiveStrategies(settings).length });
  return { ...reach, segments: reach.segments.flatMap((index) => names[index] ?? []), fields: [...reach.fields] };
}
