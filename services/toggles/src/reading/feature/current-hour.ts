import { compositeKey, hourMs, type EntityManager } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { tablesOf } from '../../base/database/tables.ts';

/** How often a feature was on and off for applications in the current hour. */
export const HourOfUsage = Type.Object({ yes: Type.Integer(), no: Type.Integer() });
export type HourOfUsage = Static<typeof HourOfUsage>;

const none: HourOfUsage = { yes: 0, no: 0 };

/** The usage of each of the features in each environment, in one statement. */
export async function readCurrentHour(
  em: EntityManager,
  featureNames: readonly string[],
  now: Date,
): Promise<(feature: string, environment: string) => HourOfUsage> {
  if (featureNames.length === 0) return () => none;
  const rows = await tablesOf(em)
    .selectFrom('usage_hour')
    .where('feature_name', 'in', [...featureNames])
    .where('hour', '>', now.getTime() - hourMs)
    .groupBy(['feature_name', 'environment'])
    .select(({ fn }) => ['feature_name', 'environment', fn.sum<number>('yes').as('yes'), fn.sum<number>('no').as('no')])
    .execute();
  const hours = new Map(
    rows.map(({ feature_name, environment, yes, no }) => [compositeKey(feature_name, environment), { yes: Number(yes), no: Number(no) }]),
  );
  return (feature, environment) => hours.get(compositeKey(feature, environment)) ?? none;
}
