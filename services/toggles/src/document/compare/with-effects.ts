import type { ReadContext } from '@signalbox/kit';
import { compositeKey } from '@signalbox/table';
import { eachChunk } from '../../base/database/in-chunks.ts';
import { beginningOfPastHour, sumOfPastHour } from '../../reading/usage/past-hour.ts';
import { tablesOf } from '../../tables/tables.ts';
import type { ChangeEffect } from './plan.schema.ts';
import type { PlannedAction } from './project-plan.ts';
import { effectOf } from './effect-of.ts';

type Judged = Pick<PlannedAction, 'name' | 'environment' | 'before' | 'after'> & { readonly kind?: PlannedAction['kind'] };

/** Adds its effect to each change of the settings of a feature. */
export async function withEffects<A extends Judged>(
  context: Pick<ReadContext, 'em' | 'now'>,
  actions: readonly A[],
): Promise<(A & { readonly effect?: ChangeEffect })[]> {
  const usage = new Map<string, { readonly yes: number; readonly no: number }>();
  for (const [environment = '', own] of Map.groupBy(actions.filter(changesSettings), (action) => action.environment))
    await eachChunk(own, async (chunk) => {
      const names = chunk.map(({ name }) => name);
      for (const [name, hours] of await readPastHour(context, environment, names))
        usage.set(compositeKey(name, environment), sumOfPastHour(hours, context.now()));
    });
  return actions.map((action) => {
    if (!changesSettings(action)) return action;
    return { ...action, effect: effectOf(action, usage.get(compositeKey(action.name, action.environment ?? '')) ?? { yes: 0, no: 0 }) };
  });
}

const changesSettings = ({ kind = 'Feature', environment }: Judged): boolean => kind === 'Feature' && environment !== undefined;

async function readPastHour({ em, now }: Pick<ReadContext, 'em' | 'now'>, environment: string, names: readonly string[]) {
  const hours = await tablesOf(em)
    .selectFrom('usage_hour')
    .where('environment', '=', environment)
    .where('feature_name', 'in', names)
    .where('hour', '>', beginningOfPastHour(now()))
    .groupBy(['feature_name', 'hour'])
    .select(({ fn }) => ['feature_name', 'hour', fn.sum<number>('yes').as('yes'), fn.sum<number>('no').as('no')])
    .execute();
  return Map.groupBy(hours, (row) => row.feature_name);
}
