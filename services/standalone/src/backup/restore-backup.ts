import { deepStrictEqual } from 'node:assert';
import { cipherOf } from '@signalbox/cipher';
import { dayMs, type Settings } from '@signalbox/kit';
import { FolderInUse, lockFolder, openRestoring, type Restoring, type RestoreState } from '@signalbox/store';
import { storedServices } from '../base/migrations.ts';
import { type BackupHeader, readBackup, type RowLine, type TableLine, verifyBackup } from './backup-file.ts';
import { locate } from './locate.ts';
import type { Transform } from './encryption.ts';
import { BackupProblem, type ProgressListener } from './progress.ts';

export interface RestoreOptions {
  /** Restores even if the settings lack keys of the backup's secrets. Those secrets stay unreadable. */
  readonly withoutKeys?: boolean;
  /** Decrypts the backup. */
  readonly decrypt?: Transform | undefined;
  readonly onProgress?: ProgressListener;
  /** Called when all databases are marked, when one has all its rows, and when one can be used. */
  readonly reached?: (point: 'marked' | 'loaded' | 'ended') => void;
}

const ignore = () => undefined;

type Targets = ReadonlyMap<string, Restoring>;

/**
 * Restores a backup into empty databases. An interrupted restore starts again with the same file. Throws a `BackupProblem` before it
 * changes anything if the file is damaged or from another version, if the settings lack a key of its secrets, or if a database is not
 * empty.
 */
export async function restore(settings: Settings, source: string, options: RestoreOptions = {}): Promise<void> {
  const { onProgress = ignore, reached = ignore, withoutKeys = false, decrypt } = options;
  const location = await locate(source, settings);
  const header = await verifyBackup(location, decrypt);
  if (!withoutKeys) await refuseOtherKeys(header, settings);
  const lock = lockData(settings);
  const targets = new Map<string, Restoring>();
  try {
    for (const { options, migrations } of await storedServices(settings))
      targets.set(options.service, await openRestoring(settings.databaseUrl, options, migrations));
    refuseOtherSchemas(header, targets);
    if (!(await isLoaded(header, targets))) await load(header, readBackup(location, decrypt), targets, { onProgress, reached });
    for (const target of targets.values()) {
      await target.end();
      reached('ended');
    }
  } finally {
    for (const target of targets.values()) await target.close();
    lock.release();
  }
}

function lockData({ dataDir }: Settings): ReturnType<typeof lockFolder> {
  try {
    return lockFolder(dataDir);
  } catch (error) {
    // Without a volume, no process uses the folder, and the database is a server.
    if ((error as NodeJS.ErrnoException).code === 'EROFS') return { release: () => undefined };
    if (!(error instanceof FolderInUse)) throw error;
    throw new BackupProblem(`DATA_DIR ${dataDir} is in use. Stop the Signalbox that runs there, or use another folder.`);
  }
}

async function refuseOtherKeys({ keys = {} }: BackupHeader, settings: Settings): Promise<void> {
  for (const { options } of await storedServices(settings)) {
    const required = keys[options.service] ?? [];
    const known = required.length > 0 ? cipherOf(options.service, settings).fingerprints() : [];
    const missing = required.find((fingerprint) => !known.includes(fingerprint));
    if (missing === undefined) continue;
    throw new BackupProblem(
      `The backup contains secrets of ${options.service} under a key that is missing in ENCRYPTION_KEY (its fingerprint is ${missing}). Set the ENCRYPTION_KEY of the original instance; without one, its INTERNAL_SECRET or its file encryption-key in DATA_DIR. If the key is lost, pass --without-keys to restore without the secrets of authenticator apps, single sign-on and add-ons.`,
    );
  }
}

function refuseOtherSchemas({ schemas }: BackupHeader, targets: Targets): void {
  const own = Object.fromEntries([...targets].map(([service, { migrations }]) => [service, migrations]));
  for (const service of new Set([...Object.keys(schemas), ...Object.keys(own)])) {
    if (isSame(schemas[service], own[service])) continue;
    const last = (names: readonly string[] | undefined) => names?.at(-1) ?? 'nothing';
    throw new BackupProblem(
      `The backup has ${service} at ${last(schemas[service])}, but this version is at ${last(own[service])}. Restore it with the version that made it, then migrate.`,
    );
  }
}

function isSame(one: unknown, other: unknown): boolean {
  try {
    deepStrictEqual(one, other);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns whether only the marks are left to remove. Databases finish in order, so the last one represents all. Refuses databases with
 * other data.
 */
async function isLoaded({ id }: BackupHeader, targets: Targets): Promise<boolean> {
  const states: (RestoreState & { readonly location: string })[] = [];
  for (const target of targets.values()) states.push({ ...(await target.state()), location: target.location });
  const last = states.at(-1);
  if (last?.is === 'loaded' && last.backup === id) return true;
  const used = states.find(({ is }) => is === 'in use');
  if (used) throw new BackupProblem(`${used.location} is not empty. Restore a backup only into empty databases.`);
  return false;
}

/**
 * Messages since this long before the backup are sent again, because other systems may lack them. The outbox and the inboxes keep them a
 * day longer.
 */
const resentMs = 6 * dayMs;

async function load(
  { id, createdAt }: BackupHeader,
  lines: AsyncIterable<TableLine | RowLine>,
  targets: Targets,
  { onProgress, reached }: Required<Pick<RestoreOptions, 'onProgress' | 'reached'>>,
) {
  for (const target of targets.values()) await target.begin(id);
  reached('marked');
  for await (const batch of batchesOf(lines)) {
    const { service, table, nextId } = batch.of;
    const target = targets.get(service);
    if (!target) throw new BackupProblem(`The backup has an unknown service ${service}.`);
    await target.load(batch.of, batch.rows);
    if (batch.isLast && nextId !== null) await target.numberFrom(table, nextId);
    onProgress({ service, table, rows: batch.total, isComplete: batch.isLast });
  }
  for (const target of targets.values()) {
    await target.loaded(Date.parse(createdAt) - resentMs);
    reached('loaded');
  }
}

interface Batch {
  readonly of: TableLine;
  readonly rows: readonly RowLine[];
  /** Rows of the table so far, including these. */
  readonly total: number;
  readonly isLast: boolean;
}

const rowsPerBatch = 200;
/** MySQL rejects statements above a configured size, 16 MB by default. */
const charactersPerBatch = 1_000_000;

const isTable = (line: TableLine | RowLine): line is TableLine => !Array.isArray(line);
const sizeOf = (row: RowLine): number => row.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0);

async function* batchesOf(lines: AsyncIterable<TableLine | RowLine>): AsyncIterable<Batch> {
  let of: TableLine | undefined;
  let rows: RowLine[] = [];
  let total = 0;
  let characters = 0;
  for await (const line of lines) {
    if (isTable(line)) {
      if (of) yield { of, rows, total, isLast: true };
      [of, rows, total, characters] = [line, [], 0, 0];
      continue;
    }
    rows.push(line);
    total += 1;
    characters += sizeOf(line);
    if (!of || (rows.length < rowsPerBatch && characters < charactersPerBatch)) continue;
    yield { of, rows, total, isLast: false };
    [rows, characters] = [[], 0];
  }
  if (of) yield { of, rows, total, isLast: true };
}
