import { statSync } from 'node:fs';
import Database from 'better-sqlite3';

/** Size at which the log is checkpointed into the file. */
export const logLimitBytes = 4_194_304;

/** Write-ahead log of a file. */
export interface Log {
  /** Schedules a checkpoint if the log has become large. */
  committed(): void;
  close(): void;
}

/**
 * Checkpoints in a turn of the event loop and on a connection of their own. As part of the commit, which is the default, a checkpoint would
 * block the event loop for twice as long after a large transaction. The log is truncated when it starts over, so its size reflects its
 * content.
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
