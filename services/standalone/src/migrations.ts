import type { Settings } from '@signalbox/kit';
import { openStore, type Store } from '@signalbox/store';
import { loadServices } from './services.ts';

/** One line for each service with data: the migrations that would run. Changes no table. */
export const planMigrations = (settings: Settings): Promise<string[]> => inEachStore(settings, async () => 'to run');

/** One line for each service with data: the migrations that ran. */
export const runMigrations = (settings: Settings): Promise<string[]> =>
  inEachStore(settings, async (store) => {
    await store.migrate();
    return 'ran';
  });

/** One service after the other, so that a failure says by its place what has been done. */
async function inEachStore(settings: Settings, work: (store: Store) => Promise<string>): Promise<string[]> {
  const lines: string[] = [];
  for (const { name, entities = [], migrations } of await loadServices()) {
    if (!migrations) continue;
    const location = { service: name, prefix: settings.databasePrefix, dataDir: settings.dataDir };
    const store = await openStore(settings.databaseUrl, location, { entities, migrations });
    try {
      const pending = await store.pendingMigrations();
      const done = await work(store);
      lines.push(`${name}: ${pending.length > 0 ? `${done} ${pending.join(', ')}` : 'nothing to run'}`);
    } finally {
      await store.close();
    }
  }
  return lines;
}
