import { openBus, type Bus } from '@signalbox/bus';
import { type Failpoint, settingsOrExit } from '@signalbox/host';
import { openStandalone } from '@signalbox/standalone';
import { surfaces } from '@signalbox/standalone/services';

/** Where the process ends itself, and which mistake it makes. */
export interface Crash {
  readonly crash: { readonly point: Failpoint; readonly service: string; readonly at: number } | null;
  /** The planted mistake: publishing is said to be done before it was, so the outbox is marked too early. */
  readonly confirmsEarly: boolean;
}

const { crash, confirmsEarly } = JSON.parse(process.argv[2] ?? '') as Crash;
const settings = settingsOrExit(surfaces);
const earlyByMs = 150;

/** A bus that confirms what it has not published. */
function early(bus: Bus): Bus {
  return {
    declare: (subscriptions) => bus.declare(subscriptions),
    subscribe: (subscription, handle) => bus.subscribe(subscription, handle),
    async publish(messages) {
      setTimeout(() => void bus.publish(messages).catch(() => undefined), earlyByMs);
    },
    get connected() {
      return bus.connected;
    },
    idle: () => bus.idle(),
    close: () => bus.close(),
  };
}

let isOpen = false;
let passed = 0;
const step = (point: Failpoint, service: string) => {
  if (!isOpen || point !== crash?.point || service !== crash.service) return;
  passed += 1;
  if (passed === crash.at) process.kill(process.pid, 'SIGKILL');
};

const bus = confirmsEarly ? { bus: early(await openBus(settings.busUrl, { prefix: settings.busPrefix })) } : {};
const standalone = await openStandalone({ settings, instrument: { step }, ...bus });
isOpen = true;
process.once('SIGTERM', () => void standalone.close());
