import { type Context, type EntityManager, slot } from '@signalbox/kit';
import { compiled } from '@signalbox/table';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables/tables.ts';

// These lookups run for each event of toggles. Nearly all find no request.

/** Known requests of direct writes, by key. The events of an import share one key. */
const knownBypasses = slot(() => new Map<string, number | undefined>());

/** The newest request that reports the direct write with this key. */
export async function requestOfBypass(context: Context, key: string): Promise<number | undefined> {
  const known = context.slot(knownBypasses);
  if (!known.has(key)) known.set(key, (await newestOfBypass(context.em, key)).rows[0]?.id);
  return known.get(key);
}

/** Makes `requestOfBypass` return a new request. */
export const noteBypass = (context: Context, key: string, request: number): void => void context.slot(knownBypasses).set(key, request);

/** True if any of these direct writes is known. */
export const isAnyBypass = async (em: EntityManager, keys: readonly string[]): Promise<boolean> =>
  keys.length > 0 && (await anyOfBypasses(em, keys)).rows.length > 0;

/** True if any request has a schedule. */
export const hasSchedule = async (em: EntityManager): Promise<boolean> => (await firstSchedule(em)).rows.length > 0;

/** See `hasSchedule`. Read once per unit of work, because an import emits thousands of events. */
export const anySchedule = slot(({ em }: Context) => hasSchedule(em));

export async function requestsSwitching(em: EntityManager, feature: string): Promise<number[]> {
  const { rows } = await requestsOfFeature(em, feature);
  return rows.map(({ request_id }) => request_id);
}

const newestOfBypass = compiled((db: Kysely<Tables>, key: string) =>
  db.selectFrom('change_request').where('bypass', '=', key).orderBy('id', 'desc').limit(1).select('id'),
);

const anyOfBypasses = compiled((db: Kysely<Tables>, keys: readonly string[]) =>
  db.selectFrom('change_request').where('bypass', 'in', keys).limit(1).select('id'),
);

const firstSchedule = compiled((db: Kysely<Tables>) => db.selectFrom('request_schedule').select('request_id').limit(1));

const requestsOfFeature = compiled((db: Kysely<Tables>, feature: string) =>
  db
    .selectFrom('proposed_change')
    .where('feature_name', '=', feature)
    .where('action', '=', 'updateEnabled')
    .select('request_id')
    .distinct(),
);
