import { randomUUID } from 'node:crypto';
import type { Settings } from '@signalbox/kit';
import { openSnapshot, type Snapshot } from '@signalbox/store';
import { storedServices } from '../migrations.ts';
import { type BackupHeader, type RowLine, type TableLine, writeBackup } from './backup-file.ts';
import { isLeftOut } from './left-out.ts';
import type { ProgressListener } from './progress.ts';

const rowsPerBatch = 1000;

/** Writes the databases of all services, as they are at one moment, into a new file. They may be in use. */
export async function backUp(settings: Settings, file: string, told: ProgressListener = () => undefined): Promise<void> {
  const services = (await storedServices(settings)).map(({ options }) => options);
  const snapshot = await openSnapshot(settings.databaseUrl, services);
  try {
    await writeBackup(
      file,
      linesOf(
        snapshot,
        services.map(({ service }) => service),
        told,
      ),
    );
  } finally {
    await snapshot.close();
  }
}

async function* linesOf(
  snapshot: Snapshot,
  services: readonly string[],
  told: ProgressListener,
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
        if (count % rowsPerBatch === 0) told({ service, table, rows: count, isComplete: false });
      }
      told({ service, table, rows: count, isComplete: true });
    }
  }
}
