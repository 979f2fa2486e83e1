import { DateTime } from '@signalbox/contracts';
import { dayMs, type EntityManager, type ReadContext, route, StreamedReply } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import manifest from '../../../package.json' with { type: 'json' };
import { tablesOf } from '../../tables/tables.ts';
import { readAccounts } from './account-count.ts';

const Count = Type.Integer();

const Statistics = Type.Object({
  timestamp: DateTime,
  versionOSS: Type.String(),
  versionEnterprise: Type.Literal(''),
  users: Count,
  serviceAccounts: Count,
  apiTokens: Type.Object({ admin: Count, client: Count, frontend: Count }),
  featureToggles: Count,
  archivedFeatureToggles: Count,
  projects: Count,
  contextFields: Count,
  environments: Count,
  segments: Count,
  strategies: Count,
  clientApps: Type.Array(Type.Object({ range: Type.String(), count: Count })),
  maxEnvironmentStrategies: Count,
});
type Statistics = Static<typeof Statistics>;

const declared = { method: 'get', permission: 'ADMIN', failures: [] } as const;

export const getStatisticsRoute = route(
  {
    ...declared,
    path: '/api/admin/instance-admin/statistics',
    summary: 'Get statistics of the instance',
    answers: { 200: Statistics },
  },
  (_input, context) => getStatistics(context),
);

export const getStatisticsAsCsvRoute = route(
  {
    ...declared,
    path: '/api/admin/instance-admin/statistics/csv',
    summary: 'Get statistics of the instance as CSV',
    answers: { 200: Type.String() },
    mediaTypes: ['text/csv'],
  },
  async (_input, context) => new StreamedReply(tableOf(await getStatistics(context)), { 'content-type': 'text/csv; charset=utf-8' }),
);

/** Counts features from the database, and accounts and tokens from the events of identity. Executes three statements. */
async function getStatistics({ em, now }: Pick<ReadContext, 'em' | 'now'>): Promise<Statistics> {
  const accounts = await readAccounts(em);
  const totalOf = (kind: string) => accounts.get(kind) ?? 0;
  const counts = await countRows(em);
  return {
    timestamp: now().toISOString(),
    versionOSS: manifest.version,
    versionEnterprise: '',
    users: totalOf('user'),
    serviceAccounts: totalOf('service-account'),
    apiTokens: { admin: totalOf('admin token'), client: totalOf('client token'), frontend: totalOf('frontend token') },
    ...counts,
    clientApps: await countApplications(em, now().getTime()),
  };
}

const tables = {
  projects: 'project',
  contextFields: 'context_field',
  environments: 'environment',
  segments: 'segment',
  strategies: 'strategy_definition',
} as const;

async function countRows(em: EntityManager) {
  const any = em.getKysely<Record<string, Record<string, unknown>>>({ type: 'read' });
  const countOf = (table: string) => any.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('count'));
  const row = await any
    .selectNoFrom([
      countOf('feature').where('archived_at', 'is', null).as('featureToggles'),
      countOf('feature').where('archived_at', 'is not', null).as('archivedFeatureToggles'),
      any
        .selectFrom('feature_environment')
        .select(({ fn }) => fn.max<number>('strategy_count').as('most'))
        .as('maxEnvironmentStrategies'),
      ...Object.entries(tables).map(([name, table]) => countOf(table).as(name)),
    ])
    .executeTakeFirstOrThrow();
  const counts = Object.fromEntries(Object.entries(row).map(([name, count]) => [name, Number(count ?? 0)]));
  return counts as Record<keyof typeof tables | 'featureToggles' | 'archivedFeatureToggles' | 'maxEnvironmentStrategies', number>;
}

/** Applications that were seen in the last days. They are deleted after thirty. */
async function countApplications(em: EntityManager, now: number): Promise<Statistics['clientApps']> {
  const row = await tablesOf(em)
    .selectFrom('application')
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('all'),
      fn
        .sum<number>(
          eb
            .case()
            .when('seen_at', '>', now - 7 * dayMs)
            .then(1)
            .else(0)
            .end(),
        )
        .as('week'),
      fn
        .sum<number>(
          eb
            .case()
            .when('seen_at', '>', now - 30 * dayMs)
            .then(1)
            .else(0)
            .end(),
        )
        .as('month'),
    ])
    .executeTakeFirstOrThrow();
  return [
    { range: '7d', count: Number(row.week ?? 0) },
    { range: '30d', count: Number(row.month ?? 0) },
    { range: 'allTime', count: Number(row.all) },
  ];
}

/** A line of names and a line of numbers. A statistic with parts has a column for each. */
async function* tableOf({ apiTokens, clientApps, ...plain }: Statistics): AsyncGenerator<string> {
  const tokens = Object.entries(apiTokens).map(([type, count]) => [`apiTokens_${type}`, count]);
  const applications = clientApps.map(({ range, count }) => [`clientApps_${range}`, count]);
  const columns = [...Object.entries(plain), ...tokens, ...applications];
  yield `${columns.map(([name]) => name).join(',')}\n`;
  yield `${columns.map(([, value]) => value).join(',')}\n`;
}
