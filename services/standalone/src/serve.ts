import { resolve } from 'node:path';
import { onStop, openOrExit, serveServices, settingsOrExit } from '@signalbox/host';
import type { Notice } from '@signalbox/kit';
import { loadServices, surfaces } from './services.ts';
import { openStandalone } from './standalone.ts';
import { startScreen } from './start-screen.ts';

/** Runs the services of these names; of none, the product in one process. */
export async function serve(names: readonly string[]): Promise<void> {
  await (names.length === 0 ? serveAll() : serveServices(await loadServices(names), surfaces));
}

/** The product in one process, with a screen for whoever starts it. */
async function serveAll(): Promise<void> {
  const settings = settingsOrExit(surfaces);
  const notices: Notice[] = [];
  const standalone = await openOrExit(() => openStandalone({ settings, tell: (notice) => notices.push(notice) }));
  onStop(() => standalone.close());
  const data = settings.databaseUrl.startsWith('sqlite:') ? resolve(settings.dataDir) : new URL(settings.databaseUrl).host;
  process.stdout.write(`${startScreen({ settings, port: standalone.port, data, notices })}\n`);
}
