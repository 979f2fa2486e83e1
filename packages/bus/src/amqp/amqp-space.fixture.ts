import { connect as connectAmqp } from 'amqplib';
import { type AmqpBusOptions, openAmqpBus } from './amqp-bus.ts';
import type { Bus } from '../port/bus.ts';

const queues = ['readers', 'counters', 'first', 'second'];
const exchanges = ['facts', 'state'];
let spaces = 0;

/** Buses on separate exchanges and queues of a real broker. */
export interface AmqpSpace {
  readonly prefix: string;
  /** Opens another bus, optionally at other addresses of the same broker. */
  connect(options?: Partial<AmqpBusOptions> & { readonly urls?: readonly string[] }): Promise<Bus>;
  /** Closes all buses and deletes the exchanges and queues. */
  end(): Promise<void>;
}

/** Creates a space under a prefix that is unique in this run. */
export function openAmqpSpace(brokerUrl: string, runPrefix: string): AmqpSpace {
  const prefix = `${runPrefix}bus${++spaces}-`;
  const buses: Bus[] = [];
  return {
    prefix,
    connect: async ({ urls = [brokerUrl], ...options } = {}) => {
      const bus = await openAmqpBus(urls, { prefix, ...options });
      buses.push(bus);
      return bus;
    },
    end: async () => {
      await Promise.all(buses.map((bus) => bus.close()));
      await remove(brokerUrl, prefix);
    },
  };
}

/** Deletes a queue of a space without its buses. */
export async function deleteQueue(brokerUrl: string, queue: string): Promise<void> {
  const connection = await connectAmqp(brokerUrl);
  const channel = await connection.createChannel();
  await channel.deleteQueue(queue);
  await connection.close();
}

/** Publishes like a client outside of the product. */
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
