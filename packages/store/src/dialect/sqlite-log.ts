import { once } from 'node:events';
import { closeSync, fdatasync, openSync, type Stats, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import type { StoreOptions } from '../location.ts';

/** Size from which the log is moved back into the database file. */
export const logLimitBytes = 8_388_608;

/** The write-ahead log of a database file. */
export interface Log {
  /** Notes a commit, and starts a checkpoint if the log has become long. */
  committed(): void;
  /** Resolves when everything committed so far is on the disk. Commits that arrive during a sync share the next one. */
  synced(): Promise<void>;
  /** Waits for a running checkpoint. */
  close(): Promise<void>;
}

/**
 * Opens the log of a file. Checkpoints run on a thread of their own: with a large log or a slow disk they would block the event loop.
 * SQLite truncates the log when it restarts it, so its size equals that of its content. After a failed checkpoint, such as on a full disk,
 * the log grows, and the next commit starts another one.
 */
export function logOf(file: string, { syncFile = promisify(fdatasync), report }: Pick<StoreOptions, 'syncFile' | 'report'> = {}): Log {
  const sync = new LogSync(`${file}-wal`, syncFile);
  let connection: Database.Database | null = null;
  let running: Promise<void> | null = null;
  const checkpoint = async () => {
    try {
      await once(new Worker(new URL('./checkpoint-worker.ts', import.meta.url), { workerData: file }), 'exit');
      // SQLite restarts only a log that is copied completely, including the commits since the thread read its length.
      connection ??= new Database(file);
      connection.pragma('wal_checkpoint(passive)');
    } catch (error) {
      report?.(error);
    }
    running = null;
  };
  return {
    committed() {
      const stats = statSync(`${file}-wal`, { throwIfNoEntry: false });
      sync.committed(stats);
      if (stats && stats.size > logLimitBytes) running ??= checkpoint();
    },
    synced: () => sync.synced(),
    async close() {
      await running;
      connection?.close();
      sync.close();
    },
  };
}

/** Syncs the log off the event loop, once for all commits that are waiting. */
class LogSync {
  readonly #path: string;
  readonly #syncFile: NonNullable<StoreOptions['syncFile']>;
  #file: { readonly descriptor: number; readonly inode: number } | null = null;
  #isDirty = false;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  constructor(path: string, syncFile: NonNullable<StoreOptions['syncFile']>) {
    this.#path = path;
    this.#syncFile = syncFile;
  }

  committed(stats: Stats | undefined): void {
    this.#isDirty = true;
    // SQLite makes a new log after its last connection was closed.
    if (stats && this.#file?.inode !== stats.ino) this.#open(stats.ino);
  }

  synced(): Promise<void> {
    if (!this.#running) return this.#isDirty ? this.#start() : Promise.resolve();
    if (!this.#isDirty) return this.#running;
    const start = () => this.#start();
    return (this.#next ??= this.#running.then(start, start));
  }

  close(): void {
    if (this.#file) closeSync(this.#file.descriptor);
    this.#file = null;
  }

  #open(inode: number): void {
    this.close();
    this.#file = { descriptor: openSync(this.#path, 'r+'), inode };
  }

  #start(): Promise<void> {
    this.#next = null;
    this.#isDirty = false;
    this.#running = this.#run();
    return this.#running;
  }

  async #run(): Promise<void> {
    try {
      if (this.#file) await this.#syncFile(this.#file.descriptor);
    } catch (error) {
      this.#isDirty = true;
      throw error;
    } finally {
      this.#running = null;
    }
  }
}
