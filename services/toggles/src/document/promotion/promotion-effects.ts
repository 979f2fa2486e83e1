import { reachOf } from '@signalbox/engine';
import type { ReadContext } from '@signalbox/kit';
import { eachChunk } from '../../base/database/in-chunks.ts';
import type { FeatureReach } from '../../feature/feature/feature.schema.ts';
import { beginningOfPastHour, sumOfPastHour } from '../../reading/usage/past-hour.ts';
import { tablesOf } from '../../tables/tables.ts';
import type { PromotionEffect } from '../compare/plan.schema.ts';
import type { PlannedAction } from '../compare/project-plan.ts';
import { effectiveStrategies } from '../document/located-strategies.ts';
import type { SettingsSpec } from '../document/settings.schema.ts';

const none = { yes: 0, no: 0 };

/** Adds its effect to each change of settings in the environment. */
export async function withEffects(
  { em, now }: Pick<ReadContext, 'em' | 'now'>,
  actions: readonly PlannedAction[],
  environment: string,
): Promise<readonly (PlannedAction & { readonly effect?: PromotionEffect })[]> {
  const isInTarget = (action: PlannedAction) => action.environment === environment;
  const usage = new Map<string, PromotionEffect['usage']>();
  await eachChunk(actions.filter(isInTarget), async (chunk) => {
    const hours = await tablesOf(em)
      .selectFrom('usage_hour')
      .where('environment', '=', environment)
      .where(
        'feature_name',
        'in',
        chunk.map(({ name }) => name),
      )
      .where('hour', '>', beginningOfPastHour(now()))
      .groupBy(['feature_name', 'hour'])
      .select(({ fn }) => ['feature_name', 'hour', fn.sum<number>('yes').as('yes'), fn.sum<number>('no').as('no')])
      .execute();
    for (const [name, own] of Map.groupBy(hours, (row) => row.feature_name)) usage.set(name, sumOfPastHour(own, now()));
  });
  return actions.map((action) =>
    isInTarget(action)
      ? { ...action, effect: { before: reachIn(action.before), after: reachIn(action.after), usage: usage.get(action.name) ?? none } }
      : action,
  );
}

/** The reach by settings as documents contain them, whose segments have names. */
function reachIn(settings: SettingsSpec | null): FeatureReach {
  const { enabled = false, variants = [] } = settings ?? {};
  const all = effectiveStrategies(settings ?? {});
  const on = all.filter(({ disabled }) => !disabled);
  const names = [...new Set(on.flatMap(({ segments = [] }) => segments))].sort();
  const strategies = on.map(({ name, parameters = {}, constraints = [], segments = [], variants: own = [] }) => ({
    name,
    parameters,
    constraints,
    segments: segments.map((segment) => names.indexOf(segment)),
    variants: own,
  }));
  const reach = reachOf({ enabled, variants, strategies, hasDisabled: on.length < all.length });
  return { ...reach, segments: reach.segments.flatMap((index) => names[index] ?? []), fields: [...reach.fields] };
}
