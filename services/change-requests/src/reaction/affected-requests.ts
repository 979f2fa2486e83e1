import type { EntityManager } from '@signalbox/kit';
import { compiled } from '@signalbox/table';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables/tables.ts';

// These lookups run for each event of toggles. Nearly all find no request.

/** The newest request that reports the direct write with this key. */
export async function requestOfBypass(em: EntityManager, key: string): Promise<number | undefined> {
  const { rows } = await newestOfBypass(em, key);
  return rows[0]?.id;
}

export async function requestsSwitching(em: EntityManager, feature: string): Promise<number[]> {
  const { rows } = await requestsOfFeature(em, feature);
  return rows.map(({ request_id }) => request_id);
}

const newestOfBypass = compiled((db: Kysely<Tables>, key: string) =>
  db.selectFrom('change_request').where('bypass', '=', key).orderBy('id', 'desc').limit(1).select('id'),
);

const requestsOfFeature = compiled((db: Kysely<Tables>, feature: string) =>
  db
    .selectFrom('proposed_change')
    .where('feature_name', '=', feature)
    .where('action', '=', 'updateEnabled')
    .select('request_id')
    .distinct(),
);
