import { DateTime } from '@signalbox/contracts';
import { type EntityManager, type ReadContext, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { instantOf, tablesOf } from '../../tables/tables.ts';
import { isVisibleTo } from './visible-application.ts';

export const listUnknownFlagsRoute = route(
  {
    method: 'get',
    path: '/api/admin/metrics/unknown-flags',
    summary: 'List the nonexistent feature names that applications request',
    permission: 'authenticated',
    answers: {
      200: Type.Object({
        unknownFlags: Type.Array(
          Type.Object({ name: Type.String(), appName: Type.String(), environment: Type.String(), seenAt: DateTime }),
        ),
      }),
    },
    failures: [],
  },
  async (_input, context) => ({ unknownFlags: await listUnknownFlags(context) }),
);

const maxListed = 1000;

/** The newest first, from visible applications. Leaves out names that have become features since. */
async function listUnknownFlags(context: Pick<ReadContext, 'em' | 'actor' | 'access'>) {
  const rows = await unknownFlags(context.em)
    .innerJoin('application', 'application.name', 'app_name')
    .where(isVisibleTo(context))
    .orderBy('unknown_flag.seen_at', 'desc')
    .orderBy('unknown_flag.name')
    .orderBy('app_name')
    .orderBy('environment')
    .limit(maxListed)
    .execute();
  return rows.map(({ name, app_name, environment, seen_at }) => ({ name, appName: app_name, environment, seenAt: instantOf(seen_at) }));
}

/** The unknown features that one application evaluates, sorted by name. */
export const readUnknownOf = (em: EntityManager, application: string) =>
  unknownFlags(em).where('app_name', '=', application).orderBy('unknown_flag.name').execute();

/** The number of unknown features that each application evaluates. Applications without any are missing. */
export async function countUnknown(em: EntityManager, applications: readonly string[]): Promise<Map<string, number>> {
  if (applications.length === 0) return new Map();
  const rows = await unknownFlags(em)
    .where('app_name', 'in', [...applications])
    .clearSelect()
    .groupBy('app_name')
    .select(({ fn }) => ['app_name', fn.count<number>('unknown_flag.name').distinct().as('count')])
    .execute();
  return new Map(rows.map(({ app_name, count }) => [app_name, Number(count)]));
}

const unknownFlags = (em: EntityManager) =>
  tablesOf(em)
    .selectFrom('unknown_flag')
    .leftJoin('feature', 'feature.name', 'unknown_flag.name')
    .where('feature.name', 'is', null)
    .select(['unknown_flag.name', 'app_name', 'environment', 'unknown_flag.seen_at']);
