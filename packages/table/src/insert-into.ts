import type { EntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';
import { compiled, maxCachedLength } from './compiled.ts';
import { Projection } from './projection.ts';
import type { PropertyName, Table, ValuesOf } from './table.ts';

type Tables = Record<string, Record<string, unknown>>;

/**
 * Inserts rows without entities, up to 100 in one statement. An entity costs several times as much, which adds up when an import writes
 * thousands. Flush before: the rows do not wait for pending entities that they refer to.
 */
export function insertInto<T extends Table>(table: T): (em: EntityManager, rows: readonly Readonly<ValuesOf<T>>[]) => Promise<void> {
  const complete = new Projection(table, Object.keys(table.columns) as PropertyName<T>[]);
  const insert = compiled((db: Kysely<Tables>, rows: readonly object[]) => db.insertInto(table.name).values(rows));
  return async (em, rows) => {
    for (let first = 0; first < rows.length; first += maxCachedLength) {
      const some = rows.slice(first, first + maxCachedLength);
      await insert(
        em,
        some.map((row) => complete.encode(row)),
      );
    }
  };
}
