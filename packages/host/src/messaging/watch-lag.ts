import type { Handle, Message } from '@signalbox/bus';
import type { ServiceRuntime } from '../runtime/runtime.ts';

/**
 * Reports the age of the messages that `handle` is working on. The broker's own count would be seconds old for a replicated queue, and does
 * not show how late the reader is.
 */
export function watchLag({ metrics, effects, service }: ServiceRuntime, queue: string, handle: Handle): Handle {
  let oldest: number | undefined;
  const lagSeconds = () => (oldest === undefined ? 0 : Math.max(0, effects.now().getTime() - oldest) / 1000);
  metrics.watch('consumerLag', () => [{ labels: { service: service.name, queue }, value: lagSeconds() }]);
  return async (messages) => {
    const times = messages.map(timeOfId).filter((time) => time !== undefined);
    oldest = times.length > 0 ? Math.min(...times) : undefined;
    await handle(messages);
    oldest = undefined;
  };
}

const versionSeven = /^[0-9a-f]{8}-[0-9a-f]{4}-7/i;

/** Time in an id: a UUIDv7 begins with the milliseconds since 1970 (RFC 9562, 5.7). */
export const timeOfId = ({ id }: Message): number | undefined =>
  versionSeven.test(id) ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : undefined;
