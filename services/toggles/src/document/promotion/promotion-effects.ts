import type { ReadContext } from '@signalbox/kit';
import { eachChunk } from '../../base/database/in-chunks.ts';
import { beginningOfPastHour, sumOfPastHour } from '../../reading/usage/past-hour.ts';
import { tablesOf } from '../../tables/tables.ts';
import type { PromotionEffect } from '../compare/plan.schema.ts';
import type { PlannedAction } from '../compare/project-plan.ts';
import { effectOf } from './promotion-effect.ts';

/** Adds its effect to each change of settings in the environment. */
export async function withEffects<A extends Pick<PlannedAction, 'name' | 'environment' | 'before' | 'after'>>(
  { em, now }: Pick<ReadContext, 'em' | 'now'>,
  actions: readonly A[],
  environment: string,
): Promise<(A & { readonly effect?: PromotionEffect })[]> {
  const isInTarget = (action: A) => action.environment === environment;
  const usage = new Map<string, { readonly yes: number; readonly no: number }>();
  await eachChunk(actions.filter(isInTarget), async (chunk) => {
    const names = chunk.map(({ name }) => name);
    const hours = await tablesOf(em)
      .selectFrom('usage_hour')
      .where('environment', '=', environment)
      .where('feature_name', 'in', names)
      .where('hour', '>', beginningOfPastHour(now()))
      .groupBy(['feature_name', 'hour'])
      .select(({ fn }) => ['feature_name', 'hour', fn.sum<number>('yes').as('yes'), fn.sum<number>('no').as('no')])
      .execute();
    for (const [name, own] of Map.groupBy(hours, (row) => row.feature_name)) usage.set(name, sumOfPastHour(own, now()));
  });
  return actions.map((action) =>
    isInTarget(action) ? { ...action, effect: effectOf(action, usage.get(action.name) ?? { yes: 0, no: 0 }) } : action,
  );
}
