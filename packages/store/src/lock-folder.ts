import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

/** Another process has the folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

/** Who holds it may be about to end. */
const waitMs = 1000;
const ownerOnly = 0o600;

/** A database that nobody refers to is closed by the garbage collector, and its lock with it. */
const locks = new Set<Database.Database>();

/**
 * Claims a folder, made if it is missing, for this process until `release`, or until the process ends, however it ends: the
 * operating system holds the lock, on an empty database of SQLite. Throws `FolderInUse` while another one has it.
 */
export function lockFolder(folder: string): { release(): void } {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'in-use.db');
  // Only a new file is opened here: closing it again would drop a lock that this process holds.
  if (!existsSync(file)) closeSync(openSync(file, 'a', ownerOnly));
  chmodSync(file, ownerOnly); // Older versions let others read it, and a reader can hold a lock.
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
