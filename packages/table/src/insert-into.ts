import type { EntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';
import { compiled } from './compiled.ts';
import { projectionOfAll } from './projection.ts';
import type { Table, ValuesOf } from './table.ts';

const maxRows = 64;

/**
 * Splits rows into 64 at a time, and the rest. Each number of rows is a statement that is built, prepared and kept, which costs more than
 * executing it.
 */
export function* rowsPerStatement<T>(rows: readonly T[]): Generator<T[]> {
  for (let first = 0; first < rows.length; first += maxRows) yield rows.slice(first, first + maxRows);
}

type Tables = Record<string, Record<string, unknown>>;

/**
 * Inserts rows without entities, which cost several times as much: an import writes thousands. Flush before, because the rows do not wait
 * for pending entities that they refer to.
 */
export function insertInto<T extends Table>(table: T): (em: EntityManager, rows: readonly Readonly<ValuesOf<T>>[]) => Promise<void> {
  const complete = projectionOfAll(table);
  const insert = compiled((db: Kysely<Tables>, rows: readonly object[]) => db.insertInto(table.name).values(rows));
  return async (em, rows) => {
    for (const some of rowsPerStatement(rows)) {
      await insert(
        em,
        some.map((row) => complete.encode(row)),
      );
    }
  };
}
