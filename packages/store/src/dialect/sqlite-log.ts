import { statSync } from 'node:fs';
import Database from 'better-sqlite3';

/** How long the log may become before it is taken back into the file. */
export const logLimitBytes = 4_194_304;

/** The write-ahead log of a file. */
export interface Log {
  /** Has it taken back into the file, if it has become long. */
  committed(): void;
  close(): void;
}

/**
 * Takes the log back in a turn of the event loop of its own, on a connection of its own: as a part of the commit, as is
 * usual, it would hold the event loop for twice as long after a large transaction. What was taken back is cut off when
 * the log begins anew, so that its size says what is in it.
 */
export function logOf(file: string): Log {
  let connection: Database.Database | null = null;
  let due: NodeJS.Immediate | null = null;
  const checkpoint = () => {
    due = null;
    connection ??= new Database(file);
    connection.pragma('wal_checkpoint(passive)');
  };
  return {
    committed() {
      const size = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
      if (size > logLimitBytes) due ??= setImmediate(checkpoint);
    },
    close() {
      if (due) clearImmediate(due);
      connection?.close();
    },
  };
}
