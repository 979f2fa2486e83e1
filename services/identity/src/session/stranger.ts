import type { EntityManager } from '@signalbox/kit';

/** Counts log-ins under names that nobody has, with as much work as counting them against a user. */
export async function countStranger(em: EntityManager): Promise<void> {
  await em
    .getKysely<{ stranger: { id: number; login_attempts: number } }>()
    .updateTable('stranger')
    .set((row) => ({ login_attempts: row('login_attempts', '+', 1) }))
    .where('id', '=', 1)
    .execute();
}
