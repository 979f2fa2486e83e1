import { rowOf } from '@signalbox/table';
import type { Kysely } from 'kysely';
import type { Tables } from '../../tables/tables.ts';

/** Subquery for the number of the last committed message, which `FollowedIndex` needs. */
export const lastMessage = (db: Kysely<Tables>) =>
  db.selectFrom('counter').select((table) => rowOf({ message: table.ref('message') }).as('row'));
