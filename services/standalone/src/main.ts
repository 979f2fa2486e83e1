import { resolve } from 'node:path';
import { onStop, openOrExit, serveServices, settingsOrExit } from '@signalbox/host';
import type { FirstAdministrator } from '@signalbox/identity';
import { loadServices, surfaces } from './services.ts';
import { openStandalone } from './standalone.ts';
import { startScreen } from './start-screen.ts';

const names = process.argv.slice(2);
await (names.length === 0 ? serveAll() : serveNamed());

/** The product in one process, with a screen for whoever starts it. */
async function serveAll(): Promise<void> {
  const settings = settingsOrExit(surfaces);
  const standalone = await openOrExit(() => openStandalone({ settings }));
  onStop(() => standalone.close());
  const data = settings.databaseUrl.startsWith('sqlite:') ? resolve(settings.dataDir) : new URL(settings.databaseUrl).host;
  console.log(startScreen({ settings, port: standalone.port, data, firstAdministrator: await readFirstAdministrator() }));
}

/** The services that are named, in a process of their own. */
async function serveNamed(): Promise<void> {
  await serveServices(await loadServices(names), surfaces);
  const first = names.includes('identity') ? await readFirstAdministrator() : null;
  if (first) console.log(`First administrator: ${first.username}, password ${first.password} (shown this once)`);
}

async function readFirstAdministrator(): Promise<FirstAdministrator | null> {
  return (await import('@signalbox/identity')).readFirstAdministrator();
}
