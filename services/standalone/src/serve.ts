import { resolve } from 'node:path';
import { type Instrument, lingerMs } from '@signalbox/host';
import { type Notice, type Service, SettingsProblem } from '@signalbox/kit';
import { fillSample, startTraffic } from './fill-sample.ts';
import { openListening } from './base/open-listening.ts';
import { onStop, openOrExit, settingsOrExit } from './base/process.ts';
import { loadServices, surfaces } from './base/services.ts';
import { openStandalone } from './standalone.ts';
import { startScreen } from './start-screen.ts';

/** Fills a new instance with sample data, and reports evaluations while it runs. */
const sample = '--sample';

/** Runs the named services, or the product in one process if there are no names, with sample data on request. */
export async function serve(words: readonly string[], instrument: Instrument = {}): Promise<void> {
  const names = words.filter((word) => word !== sample);
  await (names.length === 0
    ? serveAll(words.includes(sample), instrument)
    : serveAlone(await openOrExit(() => loadServices(names)), instrument));
}

/** Runs the product in one process and prints the first screen. */
async function serveAll(withSample: boolean, instrument: Instrument): Promise<void> {
  const settings = settingsOrExit(surfaces);
  const notices: Notice[] = [];
  const standalone = await openOrExit(() => openStandalone({ settings, instrument, notify: (notice) => notices.push(notice) }));
  let stopTraffic = async () => {};
  onStop(async () => {
    await stopTraffic();
    await standalone.close();
  });
  if (withSample) {
    notices.push({ label: 'Sample', text: await fillSample(standalone.port, settings.dataDir, notices) });
    stopTraffic = await startTraffic(standalone.port, settings.dataDir);
  }
  const data = settings.databaseUrl.startsWith('sqlite:') ? resolve(settings.dataDir) : new URL(settings.databaseUrl).host;
  process.stdout.write(`${startScreen({ settings, port: standalone.port, data, notices })}\n`);
}

/** Runs services in this process, and the others elsewhere. */
async function serveAlone(services: readonly Service[], instrument: Instrument): Promise<void> {
  const settings = settingsOrExit(surfaces);
  const notify = ({ label, text }: Notice) => process.stdout.write(`${label}: ${text}\n`);
  const running = await openOrExit(async () => {
    if (settings.internalSecrets.length === 0)
      throw new SettingsProblem('INTERNAL_SECRET is required: services in separate processes authenticate each other with it.');
    return openListening(services, { settings, surfaces, instrument, notify });
  });
  process.stdout.write(`${services.map(({ name }) => name).join(', ')} listening on port ${running.port}\n`);
  onStop(() => running.close(lingerMs));
}
