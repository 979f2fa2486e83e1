import { isDeepStrictEqual } from 'node:util';
import type { Change } from '@signalbox/contracts';
import { heaviestFirst } from '../../feature/variant/normalise-variants.ts';
import type { StoredStrategy } from '../document/current-object.ts';
import type { StrategySpec } from '../document/settings.schema.ts';
import { matchStrategies } from './match-strategies.ts';
import { releasePlanChanges, safeguardChanges } from './release-plan-changes.ts';
import { type SegmentIds, type SettingsDifference, strategyPayload } from './settings-difference.ts';

/** The changes from the settings as they are to those that should be, as a change request contains them. */
export function settingsChanges(difference: SettingsDifference, segments: SegmentIds): Change[] {
  const { feature, before, after } = difference;
  const release = releasePlanChanges(difference, segments);
  const variants = after.variants ?? [];
  const enabled = after.enabled ?? false;
  // The deletion of a release plan may switch the feature off.
  const mayBeOff = enabled && release.some(({ action }) => action === 'deleteReleasePlan');
  return [
    ...strategyChanges(difference, segments),
    ...release,
    ...safeguardChanges(difference),
    ...(isDeepStrictEqual(variants, before.variants ?? [])
      ? []
      : [{ action: 'patchVariant' as const, feature, payload: { variants: heaviestFirst(variants) } }]),
    ...(enabled === (before.enabled ?? false) && !mayBeOff ? [] : [{ action: 'updateEnabled' as const, feature, payload: { enabled } }]),
  ];
}

function strategyChanges({ feature, before, after, stored: { strategies: stored } }: SettingsDifference, segments: SegmentIds): Change[] {
  const [old, desired] = [before.strategies ?? [], after.strategies ?? []];
  const matches = matchStrategies(desired, old);
  const order = sortOrders(matches, stored);
  const changes = desired.flatMap((strategy, index): Change[] => {
    const match = matches[index] ?? null;
    const id = match === null ? undefined : stored[match]?.id;
    const payload = payloadOf(strategy, segments);
    if (id === undefined) return [{ action: 'addStrategy', feature, payload: { ...payload, ...(order && { sortOrder: index }) } }];
    return isDeepStrictEqual(strategy, old[match ?? -1]) ? [] : [{ action: 'updateStrategy', feature, payload: { ...payload, id } }];
  });
  const removed = stored.flatMap(({ id }, index): Change[] => {
    const { name = '', title = null, disabled = false } = old[index] ?? {};
    return matches.includes(index) ? [] : [{ action: 'deleteStrategy', feature, payload: { id, name, title, disabled } }];
  });
  const moved: Change[] = order && order.length > 0 ? [{ action: 'reorderStrategy', feature, payload: order }] : [];
  return [...removed, ...moved, ...changes];
}

/** New sort orders of stored strategies, or null if they stay: stored ones keep their order, and new ones come last. */
function sortOrders(matches: readonly (number | null)[], stored: readonly StoredStrategy[]) {
  const matched = matches.filter((match) => match !== null);
  const isInOrder = matched.every((match, index) => index === 0 || match > (matched[index - 1] ?? -1));
  const newLast = matches.slice(0, matched.length).every((match) => match !== null);
  if (isInOrder && newLast) return null;
  return matches.flatMap((match, sortOrder) => (match === null ? [] : [{ id: stored[match]?.id ?? '', sortOrder }]));
}

/** The complete strategy, so that an update leaves nothing as it was. */
const payloadOf = ({ key = null, ...strategy }: StrategySpec, ids: SegmentIds) => ({ key, ...strategyPayload(strategy, ids) });
