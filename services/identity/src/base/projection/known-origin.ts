import { defineEntity, p } from '@mikro-orm/core';
import type { EntityManager } from '@signalbox/kit';
import { tablesOf } from '../database/tables.ts';

export const knownOriginEntity = defineEntity({
  name: 'KnownOrigin',
  tableName: 'known_origin',
  properties: { origin: p.string().primary() },
});

/** An origin whose pages may read what browsers are answered, as administrators have set it at toggles; `*` is every origin. */
export class KnownOrigin extends knownOriginEntity.class {}
knownOriginEntity.setClass(KnownOrigin);

/** Undefined until administrators have set them. */
export async function readOrigins(em: EntityManager): Promise<string[] | undefined> {
  const rows = await tablesOf(em).selectFrom('known_origin').selectAll().execute();
  const origins = rows.map(({ origin }) => origin).sort();
  return origins.length === 0 ? undefined : origins;
}
