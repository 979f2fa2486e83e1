import { exchanges } from '@signalbox/contracts';
import type { Counts, ProcessRuntime } from '../runtime/runtime.ts';

const flushMs = 1000;
const maxMessage = { items: 500, bytes: 1_000_000 };
const maxBacklog = { items: 100_000, bytes: 64_000_000 };

/**
 * Sends counts to the bus in bulk once a second. The interval limits the loss in a crash. Number and bytes of buffered counts are limited
 * too, because not all callers can be trusted.
 */
export function openCounts({ bus, log, effects }: Pick<ProcessRuntime, 'bus' | 'log' | 'effects'>, service: string): Counts {
  let pending: string[] = [];
  let bytes = 0;
  let lost = 0;
  const flush = async () => {
    const batch = pending;
    if (batch.length === 0 || !bus.connected) return;
    pending = [];
    bytes = 0;
    const messages = inMessages(batch).map((body) => ({ id: effects.id(), exchange: exchanges.usage, key: `${service}.usage`, body }));
    try {
      await bus.publish(messages);
    } catch (error) {
      log.warn({ err: error, items: batch.length }, 'usage counts could not be sent and are lost');
    }
  };
  const timer = setInterval(() => void flush(), flushMs);
  return {
    count(body: unknown) {
      const text = JSON.stringify(body);
      if (pending.length < maxBacklog.items && bytes + text.length <= maxBacklog.bytes) {
        pending.push(text);
        bytes += text.length;
        return;
      }
      lost += 1;
      if (lost % maxBacklog.items === 1) log.warn({ lost }, 'the bus has been down for too long: usage counts are being lost');
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

/** Splits items into lists of limited length and size. A single large item gets its own list. */
function inMessages(items: readonly string[]): string[] {
  const messages: { items: string[]; bytes: number }[] = [];
  for (const item of items) {
    const last = messages.at(-1);
    if (last && last.items.length < maxMessage.items && last.bytes + item.length <= maxMessage.bytes) {
      last.items.push(item);
      last.bytes += item.length;
    } else messages.push({ items: [item], bytes: item.length });
  }
  return messages.map((message) => `[${message.items.join(',')}]`);
}
