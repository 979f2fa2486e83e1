import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

/** Another process has locked the folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

/** The other process may be about to end. */
const waitMs = 1000;
const ownerOnly = 0o600;

/** The garbage collector would close an unreferenced database, with its lock. */
const locks = new Set<Database.Database>();

/**
 * Locks a folder, created if missing, for this process until `release` or until the process ends in any way. The operating system holds the
 * lock, on an empty SQLite database. Throws `FolderInUse` while another process has it.
 */
export function lockFolder(folder: string): { release(): void } {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'in-use.db');
  // Opens only a new file: closing an existing one would drop a lock of this process.
  if (!existsSync(file)) closeSync(openSync(file, 'a', ownerOnly));
  chmodSync(file, ownerOnly); // Older versions made it readable for others, and a reader can hold a lock.
  const database = new Database(file, { timeout: waitMs });
  try {
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    if ((error as { code?: unknown }).code === 'SQLITE_BUSY') throw new FolderInUse(`${folder} is in use by another process`);
    throw error;
  }
  locks.add(database);
  return {
    release() {
      locks.delete(database);
      database.close();
    },
  };
}
