import { rowOf } from '@signalbox/table';
import type { Kysely } from 'kysely';
import type { Tables } from '../../tables/tables.ts';

/** The number of the last message that was committed, as one read among others: what `FollowedIndex` is asked to reach. */
export const lastMessage = (db: Kysely<Tables>) =>
  db.selectFrom('counter').select((table) => rowOf({ message: table.ref('message') }).as('row'));
