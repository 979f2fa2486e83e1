import type { EntityClass } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';
import { compiled } from './compiled.ts';
import { columnName, type PropertyName, type Table } from './table.ts';

type Tables = Record<string, Record<string, unknown>>;

/** True if the unit of work has no entity at all, so that a flush would write nothing. */
const isUntouched = (em: EntityManager): boolean => {
  const unit = em.getUnitOfWork();
  return unit.getIdentityMap().keys().length + unit.getPersistStack().size + unit.getRemoveStack().size === 0;
};

/**
 * Finds the entities with these keys and locks their rows until the end of the transaction, in the order of the keys, so that concurrent
 * batches cannot deadlock. Building the statement each time, as the ORM does, costs several times as much as executing it.
 */
export function lockRows<T extends Table, E extends object>(
  table: T,
  entity: EntityClass<E>,
  key: PropertyName<T>,
): (em: EntityManager, keys: readonly string[]) => Promise<E[]> {
  const column = columnName(key, table.columns[key] as never);
  const select = (db: Kysely<Tables>, keys: readonly string[]) =>
    db.selectFrom(table.name).selectAll().where(column, 'in', keys).orderBy(column);
  const locking = compiled((db: Kysely<Tables>, keys: readonly string[]) => select(db, keys).forUpdate());
  // SQLite locks the database when a transaction begins.
  const reading = compiled(select);
  return async (em, keys) => {
    if (keys.length === 0) return [];
    if (!isUntouched(em)) await em.flush();
    const find = em.getPlatform().usesReturningStatement() ? reading : locking;
    const { rows } = await find(em, [...new Set(keys)]);
    return rows.map((row) => em.map(entity, row as never));
  };
}
