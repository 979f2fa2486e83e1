import { DateTime } from '@signalbox/contracts';
import { hourMs, type ReadContext, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { featureNameParams } from '../../feature/feature/feature.schema.ts';
import { instantOf, tablesOf } from '../../tables/tables.ts';
import { beginningOfPastHour, sumOfPastHour } from './past-hour.ts';
import { isVisible } from './visible-feature.ts';

const FeatureUsage = Type.Object({
  version: Type.Literal(1),
  maturity: Type.Literal('stable'),
  featureName: Type.String(),
  lastHourUsage: Type.Array(Type.Object({ environment: Type.String(), timestamp: DateTime, yes: Type.Integer(), no: Type.Integer() })),
  seenApplications: Type.Array(Type.String()),
});

export const getFeatureUsageRoute = route(
  {
    method: 'get',
    path: '/api/admin/client-metrics/features/:featureName',
    summary: 'Get the usage of a feature in the past 60 minutes, and the applications of the last day',
    permission: 'authenticated',
    params: featureNameParams,
    answers: { 200: FeatureUsage },
    failures: [],
  },
  ({ params }, context) => getFeatureUsage(context, params.featureName),
);

/** Returns no usage for an unknown or hidden feature. */
async function getFeatureUsage(context: Pick<ReadContext, 'em' | 'actor' | 'access' | 'now'>, featureName: string) {
  const answer = { version: 1 as const, maturity: 'stable' as const, featureName };
  if (!(await isVisible(context, featureName))) return { ...answer, lastHourUsage: [], seenApplications: [] };
  const now = context.now();
  const ofFeature = tablesOf(context.em).selectFrom('usage_hour').where('feature_name', '=', featureName);
  const hours = await ofFeature
    .where('hour', '>', beginningOfPastHour(now))
    .groupBy(['environment', 'hour'])
    .select(({ fn }) => ['environment', 'hour', fn.sum<number>('yes').as('yes'), fn.sum<number>('no').as('no')])
    .orderBy('environment')
    .orderBy('hour', 'desc')
    .execute();
  const applications = await ofFeature
    .where('hour', '>=', now.getTime() - 24 * hourMs)
    .select('app_name')
    .distinct()
    .orderBy('app_name')
    .execute();
  return {
    ...answer,
    lastHourUsage: [...Map.groupBy(hours, ({ environment }) => environment)].map(([environment, own]) => ({
      environment,
      timestamp: instantOf(own[0]?.hour ?? 0),
      ...sumOfPastHour(own, now),
    })),
    seenApplications: applications.map(({ app_name }) => app_name),
  };
}
