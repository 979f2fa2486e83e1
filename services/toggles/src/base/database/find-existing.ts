import { type EntityName, type FilterQuery, LockMode } from '@mikro-orm/core';
import { Failure } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';

/** A row identified by its key, and its name in the failure if it is missing: `project checkout`. */
export interface Sought<Entity extends object> {
  readonly entity: EntityName<Entity>;
  readonly where: FilterQuery<NoInfer<Entity>> & Readonly<Record<string, string>>;
  readonly called: string;
}

/** Throws 404 if the row does not exist. Compares keys byte by byte, because a database may ignore trailing blanks. */
export async function findExisting<Entity extends object>(em: EntityManager, sought: Sought<Entity>): Promise<Entity> {
  return existing(await em.findOne(sought.entity, sought.where), sought);
}

/** Like `findExisting`, and locks the row, so that changes of a row run one after the other. */
export async function lockExisting<Entity extends object>(em: EntityManager, sought: Sought<Entity>): Promise<Entity> {
  return existing(await em.findOne(sought.entity, sought.where, { lockMode: LockMode.PESSIMISTIC_WRITE }), sought);
}

/** Returns the row that was found if its key matches byte by byte. Throws 404 otherwise. */
export function existing<Row extends object>(found: Row | null, { where, called }: Pick<Sought<object>, 'where' | 'called'>): Row {
  if (found && Object.entries(where).every(([property, value]) => found[property as keyof Row] === value)) return found;
  throw new Failure('NotFoundError', `There is no ${called}.`);
}
