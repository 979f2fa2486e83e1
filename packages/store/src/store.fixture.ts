import { defineEntity, p } from '@mikro-orm/core';
import { randomUUID } from 'node:crypto';
import type { Schema } from './dialect/orm-store.ts';
import { openOutbox, type OutboxDraft, type OutboxMessage } from './outbox/outbox.ts';
import type { Migration } from './migrations/migration.ts';
import { type EntityManager, faultOf, type Store } from './store.ts';

export const itemEntity = defineEntity({
  name: 'Item',
  tableName: 'item',
  properties: { name: p.string().primary(), note: p.text().nullable(), at: p.bigint('number') },
});

/** Entity of the suite. */
export class Item extends itemEntity.class {}
itemEntity.setClass(Item);

export const itemMigration: Migration = {
  name: '0001-items',
  up: ({ exact }) => [
    `create table if not exists item (name varchar(100) not null primary key, note longtext null, at bigint not null) ${exact}`,
    `create table if not exists label (item varchar(100) not null primary key, foreign key (item) references item (name)) ${exact}`,
  ],
};

export const itemSchema: Schema = { entities: [itemEntity], migrations: [itemMigration] };

/** A separate database on which several stores can be opened. */
export interface TestDatabase {
  open(schema?: Schema): Promise<Store>;
  /** Opens and migrates it in a separate process. Resolves with the output of that process if it succeeded. */
  migrateElsewhere(): Promise<string>;
  /** Closes all stores and removes the database. */
  end(): Promise<void>;
}

/** Gives parts of the suite access to the open store. */
export type Setup = () => { readonly store: Store; readonly database: TestDatabase };

export const item = (name: string, at = 0) => ({ name, note: null, at });

export const message = (body = '{}'): OutboxMessage => ({ id: randomUUID(), exchange: 'facts', key: 'a.b', body });

/** Writes one item, one message and one event's position, as a unit of work does. */
export async function writeItem(em: EntityManager, name: string): Promise<void> {
  em.create(Item, item(name));
  await em.flush();
  await writeMessages(em, [message(name)], { events: 1, revisions: 1 });
}

/** Writes the messages of a unit of work and numbers them, as the host does. */
export async function writeMessages(
  em: EntityManager,
  messages: readonly OutboxDraft[],
  { events = 0, revisions = 0, now = new Date() }: { events?: number; revisions?: 0 | 1; now?: Date } = {},
) {
  const outbox = openOutbox(em, randomUUID(), now);
  await outbox.write(messages, 0);
  return outbox.number({ messages: messages.length, events, revisions }, null);
}

/** Repeats `work` while it loses races, as the host does. */
export async function rerun<T>(store: Store, work: (em: EntityManager) => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await store.transaction(work);
    } catch (error) {
      if (faultOf(error) !== 'conflict') throw error;
    }
  }
}

/** Returns the error of `work`. */
export async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: unknown) => error,
  );
}
