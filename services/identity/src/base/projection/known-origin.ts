import type { EntityManager } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';
import { knownOriginTable } from '../../tables/projection.ts';

/** An origin whose pages may read what browsers are answered, as administrators have set it at toggles; `*` is every origin. */
export class KnownOrigin extends knownOriginTable.entity.class {}
knownOriginTable.entity.setClass(KnownOrigin);

/** Undefined until administrators have set them. */
export async function readOrigins(em: EntityManager): Promise<string[] | undefined> {
  const rows = await tablesOf(em).selectFrom('known_origin').selectAll().execute();
  const origins = rows.map(({ origin }) => origin).sort();
  return origins.length === 0 ? undefined : origins;
}
