import type { EntityManager } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';
import { knownOriginTable } from '../../tables/projection.ts';

/** An origin whose pages may read responses, as administrators configured it in toggles; `*` allows every origin. */
export class KnownOrigin extends knownOriginTable.entity.class {}
knownOriginTable.entity.setClass(KnownOrigin);

/** Undefined until administrators have configured origins. */
export async function readOrigins(em: EntityManager): Promise<string[] | undefined> {
  const rows = await tablesOf(em).selectFrom('known_origin').selectAll().execute();
  const origins = rows.map(({ origin }) => origin).sort();
  return origins.length === 0 ? undefined : origins;
}
