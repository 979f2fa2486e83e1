import { type EntityName, type FilterQuery, LockMode } from '@mikro-orm/core';
import { Failure } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';

/** A row by its key, and what it is called in the failure for want of it: `project checkout`. */
export interface Sought<Entity extends object> {
  readonly entity: EntityName<Entity>;
  readonly where: FilterQuery<NoInfer<Entity>> & Readonly<Record<string, string>>;
  readonly called: string;
}

/** 404 where there is none. Keys are compared byte by byte, because a database may pass over a trailing blank. */
export async function findExisting<Entity extends object>(em: EntityManager, sought: Sought<Entity>): Promise<Entity> {
  return existing(await em.findOne(sought.entity, sought.where), sought);
}

/** As `findExisting`, for a change: the row is locked, so that changes of it follow each other. */
export async function lockExisting<Entity extends object>(em: EntityManager, sought: Sought<Entity>): Promise<Entity> {
  return existing(await em.findOne(sought.entity, sought.where, { lockMode: LockMode.PESSIMISTIC_WRITE }), sought);
}

/** What was found by the key, if it has that very key. */
export function existing<Row extends object>(found: Row | null, { where, called }: Pick<Sought<object>, 'where' | 'called'>): Row {
  if (found && Object.entries(where).every(([property, value]) => found[property as keyof Row] === value)) return found;
  throw new Failure('NotFoundError', `There is no ${called}.`);
}
