import type { AmqpBusOptions } from './amqp/amqp-bus.ts';
import type { Bus } from './port/bus.ts';
import { type MemoryBusOptions, openMemoryBus } from './memory/memory-bus.ts';

/** Options of all adapters. Each uses its own. */
export type BusOptions = AmqpBusOptions & MemoryBusOptions;

type OpenAdapter = (urls: readonly string[], options: BusOptions) => Promise<Bus>;

// Imported on demand, so that a process does not load a client that it never uses.
const openAmqp: OpenAdapter = async (urls, options) => (await import('./amqp/amqp-bus.ts')).openAmqpBus(urls, options);

const adapters: Readonly<Record<string, OpenAdapter>> = {
  'memory:': async (_urls, options) => openMemoryBus(options),
  'amqp:': openAmqp,
  'amqps:': openAmqp,
};

/** Opens the bus for the scheme of the addresses: `memory:`, or `amqp:` or `amqps:` for each node of the broker. Rejects for others. */
export async function openBus(urls: readonly string[], options: BusOptions): Promise<Bus> {
  const [url = ''] = urls;
  const scheme = URL.parse(url)?.protocol ?? '';
  const open = adapters[scheme];
  if (!open) throw new Error(`the bus has no adapter for "${scheme}", only for ${Object.keys(adapters).join(' ')}`);
  return open(urls, options);
}
