import { DateTime } from '@signalbox/contracts';
import { type EntityManager, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { instantOf, tablesOf } from '../../base/database/tables.ts';

export const listUnknownFlagsRoute = route(
  {
    method: 'get',
    path: '/api/admin/metrics/unknown-flags',
    summary: 'List the names that applications ask for although no such feature exists',
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
  async (_input, { em }) => ({ unknownFlags: await listUnknownFlags(em) }),
);

const maxListed = 1000;

/** The newest first. A name that has become a feature since is none of them. */
export async function listUnknownFlags(em: EntityManager) {
  const rows = await tablesOf(em)
    .selectFrom('unknown_flag')
    .leftJoin('feature', 'feature.name', 'unknown_flag.name')
    .where('feature.name', 'is', null)
    .select(['unknown_flag.name', 'app_name', 'environment', 'seen_at'])
    .orderBy('seen_at', 'desc')
    .orderBy('unknown_flag.name')
    .orderBy('app_name')
    .orderBy('environment')
    .limit(maxListed)
    .execute();
  return rows.map(({ name, app_name, environment, seen_at }) => ({ name, appName: app_name, environment, seenAt: instantOf(seen_at) }));
}
