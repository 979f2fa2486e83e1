// One service in a process of its own, which ends itself where its parent says: `node killable-service.ts toggles`.

import { changeRequests } from '@signalbox/change-requests';
import { type Failpoint, listen, openHost, processListener, settingsOrExit } from '@signalbox/host';
import { surface } from '@signalbox/kit';
import { toggles } from '@signalbox/toggles';

/** Where the process ends itself: at which passing of which point, counted from when it is told. */
export interface KillOrder {
  readonly point: Failpoint;
  readonly at: number;
}

const services = [changeRequests, toggles];
const surfaces = [...services.map((service) => service.surface), surface({ name: 'identity' })];
const own = services.filter(({ surface: { name } }) => name === process.argv[2]);
const settings = settingsOrExit(surfaces);

let order: KillOrder | null = null;
let passed = 0;
process.on('message', (told: KillOrder) => {
  order = told;
  passed = 0;
  process.send?.('armed');
});
const step = (point: Failpoint) => {
  if (point !== order?.point) return;
  passed += 1;
  if (passed === order.at) process.kill(process.pid, 'SIGKILL');
};

const host = await openHost(own, { settings, surfaces, instrument: { step } });
const listening = await listen(processListener(host, own), settings.port, settings.host);
async function close(): Promise<void> {
  await listening.drain();
  await host.close();
  process.disconnect?.();
}
process.once('SIGTERM', () => void close());
