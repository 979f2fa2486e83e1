import type { EntityManager } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';

/** Counts logins with unknown names, with as much work as counting them for a user. */
export async function countUnknownUser(em: EntityManager): Promise<void> {
  await tablesOf(em)
    .updateTable('unknown_user')
    .set((row) => ({ login_attempts: row('login_attempts', '+', 1) }))
    .where('id', '=', 1)
    .execute();
}
