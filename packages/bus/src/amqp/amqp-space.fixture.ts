import { connect as connectAmqp } from 'amqplib';
import { type AmqpBusOptions, openAmqpBus } from './amqp-bus.ts';
import type { Bus } from '../port/bus.ts';

const queues = ['readers', 'counters', 'first', 'second'];
const exchanges = ['facts', 'state'];
let spaces = 0;

/** Buses on exchanges and queues of their own on a real broker. */
export interface AmqpSpace {
  readonly prefix: string;
  /** Opens one more bus, at another address of the same broker if one is given. */
  connect(options?: Partial<AmqpBusOptions> & { readonly url?: string }): Promise<Bus>;
  /** Closes every bus and deletes the exchanges and queues. */
  end(): Promise<void>;
}

/** Begins a space under a prefix that no other space of this run has. */
export function openAmqpSpace(brokerUrl: string, runPrefix: string): AmqpSpace {
  const prefix = `${runPrefix}bus${++spaces}-`;
  const buses: Bus[] = [];
  return {
    prefix,
    connect: async ({ url = brokerUrl, ...options } = {}) => {
      const bus = await openAmqpBus(url, { prefix, ...options });
      buses.push(bus);
      return bus;
    },
    end: async () => {
      await Promise.all(buses.map((bus) => bus.close()));
      await remove(brokerUrl, prefix);
    },
  };
}

/** Deletes one queue of a space behind the back of its buses. */
export async function deleteQueue(brokerUrl: string, queue: string): Promise<void> {
  const connection = await connectAmqp(brokerUrl);
  const channel = await connection.createChannel();
  await channel.deleteQueue(queue);
  await connection.close();
}

/** Publishes as somebody does who knows nothing of this product. */
export async function publishWithoutId(brokerUrl: string, exchange: string, bodies: readonly string[]): Promise<void> {
  const connection = await connectAmqp(brokerUrl);
  const channel = await connection.createConfirmChannel();
  for (const body of bodies) channel.publish(exchange, 'k', Buffer.from(body));
  await channel.waitForConfirms();
  await connection.close();
}

async function remove(brokerUrl: string, prefix: string): Promise<void> {
  const connection = await connectAmqp(brokerUrl);
  const channel = await connection.createChannel();
  for (const queue of queues) await channel.deleteQueue(prefix + queue);
  for (const exchange of exchanges) await channel.deleteExchange(prefix + exchange);
  await connection.close();
}
