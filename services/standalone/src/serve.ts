import { resolve } from 'node:path';
import { type Instrument, onStop, openOrExit, serveServices, settingsOrExit } from '@signalbox/host';
import type { Notice } from '@signalbox/kit';
import { fillSample } from './fill-sample.ts';
import { loadServices, surfaces } from './base/services.ts';
import { openStandalone } from './standalone.ts';
import { startScreen } from './start-screen.ts';

/** Fills a new instance with sample data. */
const sample = '--sample';

/** Runs the named services, or the product in one process if there are no names, with sample data on request. */
export async function serve(words: readonly string[], instrument: Instrument = {}): Promise<void> {
  const names = words.filter((word) => word !== sample);
  await (names.length === 0
    ? serveAll(words.includes(sample), instrument)
    : serveServices(await openOrExit(() => loadServices(names)), surfaces, instrument));
}

/** Runs the product in one process and prints the first screen. */
async function serveAll(withSample: boolean, instrument: Instrument): Promise<void> {
  const settings = settingsOrExit(surfaces);
  const notices: Notice[] = [];
  const standalone = await openOrExit(() => openStandalone({ settings, instrument, notify: (notice) => notices.push(notice) }));
  onStop(() => standalone.close());
  if (withSample) notices.push({ label: 'Sample', text: await fillSample(standalone.port, notices) });
  const data = settings.databaseUrl.startsWith('sqlite:') ? resolve(settings.dataDir) : new URL(settings.databaseUrl).host;
  process.stdout.write(`${startScreen({ settings, port: standalone.port, data, notices })}\n`);
}
