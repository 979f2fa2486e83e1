import type { AmqpBusOptions } from './amqp/amqp-bus.ts';
import type { Bus } from './port/bus.ts';
import { type MemoryBusOptions, openMemoryBus } from './memory/memory-bus.ts';

/** The options of every adapter; each takes its own. */
export type BusOptions = AmqpBusOptions & MemoryBusOptions;

type OpenAdapter = (url: string, options: BusOptions) => Promise<Bus>;

// Imported when it is chosen, so that a process of its own does not load a client that it never uses.
const openAmqp: OpenAdapter = async (url, options) => (await import('./amqp/amqp-bus.ts')).openAmqpBus(url, options);

const adapters: Readonly<Record<string, OpenAdapter>> = {
  'memory:': async (_url, options) => openMemoryBus(options),
  'amqp:': openAmqp,
  'amqps:': openAmqp,
};

/** Opens the bus that the scheme of the address asks for: `memory:`, `amqp:` or `amqps:`. Rejects on any other. */
export async function openBus(url: string, options: BusOptions): Promise<Bus> {
  const scheme = URL.parse(url)?.protocol ?? '';
  const open = adapters[scheme];
  if (!open) throw new Error(`the bus has no adapter for "${scheme}", only for ${Object.keys(adapters).join(' ')}`);
  return open(url, options);
}
