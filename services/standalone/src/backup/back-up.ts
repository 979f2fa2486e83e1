import { randomUUID } from 'node:crypto';
import { noteBackup } from '@signalbox/audit/backups';
import { auditSurface } from '@signalbox/audit/surface';
import type { Settings } from '@signalbox/kit';
import { openSnapshot, openStore, type Snapshot } from '@signalbox/store';
import { storedServices, type StoredService } from '../base/migrations.ts';
import { type BackupHeader, type RowLine, type TableLine, writeBackup } from './backup-file.ts';
import { locate } from './locate.ts';
import { isLeftOut } from './left-out.ts';
import type { Transform } from './encryption.ts';
import type { ProgressListener } from './progress.ts';

export interface BackupOptions {
  readonly onProgress?: ProgressListener;
  /** Encrypts the backup. */
  readonly encrypt?: Transform | undefined;
}

const rowsPerBatch = 1000;

/**
 * Writes the databases of all services, as of one moment, to a new file or object, and records that moment. The services may be running.
 */
export async function backUp(
  settings: Settings,
  target: string,
  { onProgress = () => undefined, encrypt }: BackupOptions = {},
): Promise<void> {
  const location = await locate(target, settings);
  const stored = await storedServices(settings);
  const services = stored.map(({ options }) => options);
  const moment = new Date();
  const snapshot = await openSnapshot(settings.databaseUrl, services);
  try {
    await writeBackup(
      location,
      linesOf(
        snapshot,
        services.map(({ service }) => service),
        onProgress,
      ),
      encrypt,
    );
  } finally {
    await snapshot.close();
  }
  await note(settings, stored, moment);
}

/** Records the moment in audit's database, which exposes it as a metric. Skipped if an earlier version migrated that database. */
async function note(settings: Settings, stored: readonly StoredService[], moment: Date): Promise<void> {
  const audit = stored.find(({ options }) => options.service === auditSurface.name);
  if (!audit) return;
  const { options, entities = [], migrations } = audit;
  const store = await openStore(settings.databaseUrl, options, { entities, migrations });
  try {
    const isMigrated = (await store.planMigrations()).every(({ isDone }) => isDone);
    if (isMigrated) await store.transaction((em) => noteBackup(em, moment));
  } finally {
    await store.close();
  }
}

async function* linesOf(
  snapshot: Snapshot,
  services: readonly string[],
  onProgress: ProgressListener,
): AsyncIterable<BackupHeader | TableLine | RowLine> {
  const schemas: Record<string, string[]> = {};
  const keys: Record<string, string[]> = {};
  for (const service of services) {
    schemas[service] = await snapshot.migrationsOf(service);
    keys[service] = await snapshot.encryptionKeysOf(service);
  }
  yield { format: 'signalbox-backup', version: 1, id: randomUUID(), createdAt: new Date().toISOString(), schemas, keys };
  for (const service of services) {
    for await (const { table, columns, nextId, rows } of snapshot.tablesOf(service)) {
      if (isLeftOut(service, table)) continue;
      yield { service, table, columns, nextId };
      let count = 0;
      for await (const row of rows()) {
        yield row;
        count += 1;
        if (count % rowsPerBatch === 0) onProgress({ service, table, rows: count, isComplete: false });
      }
      onProgress({ service, table, rows: count, isComplete: true });
    }
  }
}
