import { DateTime, mapOf } from '@signalbox/contracts';
import { type EntityManager, hourMs, type ReadContext, route } from '@signalbox/kit';
import { compositeKey } from '@signalbox/table';
import { Type, type Static } from 'typebox';
import { featureNameParams } from '../../feature/feature/feature.schema.ts';
import { instantOf, type Tables, tablesOf } from '../../tables/tables.ts';
import { isVisible } from './visible-feature.ts';

const RawUsage = Type.Object({
  version: Type.Literal(1),
  maturity: Type.Literal('stable'),
  featureName: Type.String(),
  data: Type.Array(
    Type.Object({
      featureName: Type.String(),
      appName: Type.String(),
      environment: Type.String(),
      timestamp: DateTime,
      yes: Type.Integer(),
      no: Type.Integer(),
      variants: mapOf(Type.Integer()),
    }),
  ),
});

const Query = Type.Object({ hoursBack: Type.Optional(Type.String()) });

export const getRawUsageRoute = route(
  {
    method: 'get',
    path: '/api/admin/client-metrics/features/:featureName/raw',
    summary: 'Get the usage of a feature by hour, environment and application',
    permission: 'authenticated',
    params: featureNameParams,
    query: Query,
    answers: { 200: RawUsage },
    failures: [],
  },
  ({ params, query }, context) => getRawUsage(context, params.featureName, query),
);

const defaultHours = 24;
/** The retention of hours. */
export const maxHours = 48;

/** Sorted by hour, the newest first. */
export async function getRawUsage(
  context: Pick<ReadContext, 'em' | 'actor' | 'access' | 'now'>,
  featureName: string,
  { hoursBack }: Static<typeof Query>,
) {
  const answer = { version: 1 as const, maturity: 'stable' as const, featureName };
  if (!(await isVisible(context, featureName))) return { ...answer, data: [] };
  const since = context.now().getTime() - requestedHours(hoursBack) * hourMs;
  return { ...answer, data: await readHours(context.em, featureName, since) };
}

function requestedHours(text: string | undefined): number {
  const requested = Math.trunc(Number(text));
  return requested >= 1 ? Math.min(requested, maxHours) : defaultHours;
}

/** Executes two statements for any number of hours. */
async function readHours(em: EntityManager, featureName: string, since: number) {
  const hours = await tablesOf(em)
    .selectFrom('usage_hour')
    .where('feature_name', '=', featureName)
    .where('hour', '>=', since)
    .selectAll()
    .orderBy('hour', 'desc')
    .orderBy('environment')
    .orderBy('app_name')
    .execute();
  const variants = await tablesOf(em)
    .selectFrom('variant_usage_hour')
    .where('feature_name', '=', featureName)
    .where('hour', '>=', since)
    .selectAll()
    .orderBy('variant')
    .execute();
  const variantsOf = Map.groupBy(variants, hourKey);
  return hours.map((row) => ({
    featureName,
    appName: row.app_name,
    environment: row.environment,
    timestamp: instantOf(row.hour),
    yes: Number(row.yes),
    no: Number(row.no),
    variants: Object.fromEntries((variantsOf.get(hourKey(row)) ?? []).map(({ variant, uses }) => [variant, Number(uses)])),
  }));
}

const hourKey = ({ hour, environment, app_name }: Pick<Tables['usage_hour'], 'hour' | 'environment' | 'app_name'>): string =>
  compositeKey(Number(hour), environment, app_name);
