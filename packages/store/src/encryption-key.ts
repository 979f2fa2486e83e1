import type { EntityManager } from '@mikro-orm/sql';
import { baseTables } from './base-tables.ts';

/** Fingerprints of the keys that stored values are encrypted with. Empty before the first value. */
export async function readEncryptionKeys(em: EntityManager): Promise<string[]> {
  const rows = await baseTables(em).selectFrom('encryption_key').select('fingerprint').orderBy('fingerprint').execute();
  return rows.map(({ fingerprint }) => fingerprint);
}

/** Records keys before they encrypt anything. Processes may record the same key concurrently. */
export async function noteEncryptionKeys(em: EntityManager, fingerprints: readonly string[], at: Date): Promise<void> {
  const known = await readEncryptionKeys(em);
  const rows = fingerprints.filter((each) => !known.includes(each)).map((fingerprint) => ({ fingerprint, noted_at: at.getTime() }));
  if (rows.length > 0) await baseTables(em).insertInto('encryption_key').values(rows).execute();
}

/** Deletes keys that no stored value needs any more. */
export async function forgetEncryptionKeys(em: EntityManager, fingerprints: readonly string[]): Promise<void> {
  if (fingerprints.length > 0) await baseTables(em).deleteFrom('encryption_key').where('fingerprint', 'in', fingerprints).execute();
}
