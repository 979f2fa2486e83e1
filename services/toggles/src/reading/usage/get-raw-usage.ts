import { DateTime, mapOf } from '@signalbox/contracts';
import { beginningOf, compareTexts, dayMs, type EntityManager, hourMs, type ReadContext, route } from '@signalbox/kit';
import { compositeKey } from '@signalbox/table';
import { Type, type Static } from 'typebox';
import { featureNameParams } from '../../feature/feature/feature.schema.ts';
import { instantOf, tablesOf } from '../../tables/tables.ts';
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

const Query = Type.Object({
  hoursBack: Type.Optional(
    Type.String({ description: 'The default is 24. Up to 48 hours are returned by hour, up to 2160 by day (UTC).' }),
  ),
});

export const getRawUsageRoute = route(
  {
    method: 'get',
    path: '/api/admin/client-metrics/features/:featureName/raw',
    summary: 'Get the usage of a feature by hour or day, environment and application',
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
/** The retention of days. */
export const maxDays = 90;
const hoursOfDay = dayMs / hourMs;

/** Sorted by time, the newest first. Up to two days are returned by hour, more by day. */
async function getRawUsage(
  context: Pick<ReadContext, 'em' | 'actor' | 'access' | 'now'>,
  featureName: string,
  { hoursBack }: Static<typeof Query>,
) {
  const answer = { version: 1 as const, maturity: 'stable' as const, featureName };
  if (!(await isVisible(context, featureName))) return { ...answer, data: [] };
  const hours = requestedHours(hoursBack);
  const since = context.now().getTime() - hours * hourMs;
  const usage =
    hours > maxHours
      ? await readDays(context.em, featureName, beginningOf(dayMs, since))
      : await readStored(context.em, 'hour', featureName, since);
  return { ...answer, data: serialize(featureName, usage) };
}

function requestedHours(text: string | undefined): number {
  const requested = Math.trunc(Number(text));
  return requested >= 1 ? Math.min(requested, maxDays * hoursOfDay) : defaultHours;
}

interface Period {
  readonly at: number;
  readonly environment: string;
  readonly app_name: string;
}

/** Counts of applications by hour or day. Several rows may belong to one period. */
interface Usage {
  readonly counts: readonly (Period & { readonly yes: number; readonly no: number })[];
  readonly variants: readonly (Period & { readonly variant: string; readonly uses: number })[];
}

/** The counts of stored hours or days. Executes two statements for any number of them. */
async function readStored(em: EntityManager, period: 'hour' | 'day', featureName: string, since: number): Promise<Usage> {
  const counts = await tablesOf(em)
    .selectFrom(`usage_${period}`)
    .where('feature_name', '=', featureName)
    .where(period, '>=', since)
    .select([`${period} as at`, 'environment', 'app_name', 'yes', 'no'])
    .execute();
  const variants = await tablesOf(em)
    .selectFrom(`variant_usage_${period}`)
    .where('feature_name', '=', featureName)
    .where(period, '>=', since)
    .select([`${period} as at`, 'environment', 'app_name', 'variant', 'uses'])
    .execute();
  return { counts, variants };
}

/** The stored days, and the hours that are not part of one yet. */
async function readDays(em: EntityManager, featureName: string, since: number): Promise<Usage> {
  const { counts, variants } = await readStored(em, 'day', featureName, since);
  const hours = await readStored(em, 'hour', featureName, since);
  return { counts: [...counts, ...hours.counts.map(inDay)], variants: [...variants, ...hours.variants.map(inDay)] };
}

const inDay = <Row extends Period>(row: Row): Row => ({ ...row, at: beginningOf(dayMs, Number(row.at)) });

function serialize(featureName: string, { counts, variants }: Usage) {
  const variantsOf = Map.groupBy(variants, periodKey);
  return [...Map.groupBy(counts, periodKey).entries()]
    .flatMap(([key, rows]) => (rows[0] ? [{ key, rows, ...rows[0] }] : []))
    .toSorted(
      (one, other) =>
        Number(other.at) - Number(one.at) || compareTexts(one.environment, other.environment) || compareTexts(one.app_name, other.app_name),
    )
    .map(({ key, rows, at, environment, app_name: appName }) => ({
      featureName,
      appName,
      environment,
      timestamp: instantOf(at),
      yes: sumOf(rows, ({ yes }) => yes),
      no: sumOf(rows, ({ no }) => no),
      variants: Object.fromEntries(
        [...Map.groupBy(variantsOf.get(key) ?? [], ({ variant }) => variant)]
          .map(([variant, own]) => [variant, sumOf(own, ({ uses }) => uses)] as const)
          .toSorted(([one], [other]) => compareTexts(one, other)),
      ),
    }));
}

const periodKey = ({ at, environment, app_name }: Period): string => compositeKey(Number(at), environment, app_name);

const sumOf = <Row>(rows: readonly Row[], countOf: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + Number(countOf(row)), 0);
