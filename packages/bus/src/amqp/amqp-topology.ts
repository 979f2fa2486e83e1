import { randomUUID } from 'node:crypto';
import type { Channel } from 'amqplib';
import type { Subscription } from '../port/bus.ts';

/**
 * Since RabbitMQ 4 a quorum queue drops a message at its 20th redelivery by default, and older versions have no setting for "never". Every
 * lost connection counts, so this limit is out of reach.
 */
const deliveryLimit = 1_000_000;

/** Declares a durable topic exchange. */
export async function declareExchange(channel: Channel, exchange: string): Promise<void> {
  await channel.assertExchange(exchange, 'topic', { durable: true });
}

/** Declares the queue of a subscription, with its exchanges and bindings, and returns its name. A broadcast gets a new queue each time. */
export async function declareQueue(channel: Channel, prefix: string, subscription: Subscription): Promise<string> {
  const queue = subscription.kind === 'broadcast' ? `${prefix}broadcast.${randomUUID()}` : prefix + subscription.queue;
  await channel.assertQueue(queue, queueOptions(subscription.kind));
  for (const { exchange, pattern } of subscription.bindings) {
    await declareExchange(channel, prefix + exchange);
    await channel.bindQueue(queue, prefix + exchange, pattern);
  }
  return queue;
}

function queueOptions(kind: Subscription['kind']) {
  if (kind === 'broadcast') return { durable: false, exclusive: true, autoDelete: true };
  const single = kind === 'shared' ? { 'x-single-active-consumer': true } : {};
  return { durable: true, arguments: { 'x-queue-type': 'quorum', 'x-delivery-limit': deliveryLimit, ...single } };
}
