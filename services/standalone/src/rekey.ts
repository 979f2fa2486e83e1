import { parseArgs } from 'node:util';
import { openOrExit, rekey, type Renewal, settingsOrExit } from '@signalbox/host';
import type { Settings } from '@signalbox/kit';
import { openStore } from '@signalbox/store';
import { asSettingsProblem } from './base/as-settings-problem.ts';
import { loadServices, surfaces } from './base/services.ts';

/** Encrypts all services' stored secrets under the newest key, while the services run. */
export async function rekeyAll(settings: Settings, givesUpLostKeys: boolean, report: (service: string, renewal: Renewal) => void) {
  for (const service of await loadServices()) {
    const { name, entities = [], migrations = [], encryption } = service;
    if (!encryption) continue;
    const options = { service: name, prefix: settings.databasePrefix, dataDir: settings.dataDir };
    const store = await openStore(settings.databaseUrl, options, { entities, migrations });
    try {
      await rekey(service, store, settings, { givesUpLostKeys, report: (renewal) => report(name, renewal) });
    } finally {
      await store.close();
    }
  }
}

/** The command `rekey`: `rekeyAll` with the settings of this process. */
export async function rekeyCommand(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...words], options: { 'give-up-lost-keys': { type: 'boolean', default: false } } });
  const settings = settingsOrExit(surfaces);
  const print = (service: string, { what, values: all, renewed, unreadable }: Renewal) =>
    process.stdout.write(
      `${service}: ${what}: ${all} values, ${renewed} re-encrypted${unreadable > 0 ? `, ${unreadable} unreadable` : ''}\n`,
    );
  await openOrExit(() => asSettingsProblem(rekeyAll(settings, values['give-up-lost-keys'], print)));
  process.stdout.write('All readable secrets are encrypted with the newest key. Earlier keys can be removed from ENCRYPTION_KEY.\n');
}
