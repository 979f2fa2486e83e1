import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { EntityManager } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';

/** Imported bcrypt hashes, with a cost of at most 12: each step doubles the time of a check, and 12 takes about a third of a second. */
export const importedHash = String.raw`^\$2[aby]\$(0[4-9]|1[0-2])\$[./A-Za-z0-9]{53}$`;

/** Distinguishes imported bcrypt hashes from our own argon2id hashes. */
export const isImported = (hash: string | null | undefined): hash is string => hash?.startsWith('$2') ?? false;

/** Checks a password on a thread of its own, because bcrypt would block the event loop. */
export async function isImportedPassword(password: string, hash: string): Promise<boolean> {
  const worker = new Worker(new URL('./bcrypt-worker.ts', import.meta.url), { workerData: { password, hash } });
  const [isRight] = (await once(worker, 'message')) as [boolean];
  return isRight;
}

/** Any imported hash that no login has replaced yet, or null. */
export async function findImportedHash(em: EntityManager): Promise<string | null> {
  const row = await tablesOf(em)
    .selectFrom('user')
    .select('password_hash')
    .where('password_hash', '>=', '$2')
    .where('password_hash', '<', '$3')
    .limit(1)
    .executeTakeFirst();
  return row?.password_hash ?? null;
}
