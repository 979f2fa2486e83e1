import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { StoreOptions } from '../location.ts';
import { openStore } from './open-store.ts';
import { itemSchema } from '../store.fixture.ts';

const self = fileURLToPath(import.meta.url);

/** Migrates in a separate process that runs this file. */
export async function migrateElsewhere(url: string, options: StoreOptions): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [self, url, JSON.stringify(options)]);
  return stdout.trim();
}

if (process.argv[1] === self) {
  const [url = '', options = ''] = process.argv.slice(2);
  const store = await openStore(url, JSON.parse(options) as StoreOptions, itemSchema);
  await store.migrate();
  await store.close();
  process.stdout.write('migrated');
}
