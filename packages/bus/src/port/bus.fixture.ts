import type { Bus, Message, Subscription } from './bus.ts';

/** The bus of the running test, and a function that opens another on the same exchanges and queues. */
export type Setting = () => { readonly bus: Bus; readonly connect: () => Promise<Bus> };

/** Received messages of a subscription, per call. */
export class Log {
  readonly batches: (readonly Message[])[] = [];

  readonly handle = async (messages: readonly Message[]): Promise<void> => {
    this.batches.push(messages);
  };

  get messages(): readonly Message[] {
    return this.batches.flat();
  }

  get ids(): string[] {
    return this.messages.map(({ id }) => id);
  }

  /** Joined ids: comparing thousands of messages repeatedly would take longer than receiving them. */
  get line(): string {
    return this.ids.join(' ');
  }

  /** Joined ids without repetitions. */
  get firstSights(): string {
    return [...new Set(this.ids)].join(' ');
  }
}

/** Joined ids of that many numbered messages. */
export function line(count: number): string {
  return numbered(count)
    .map(({ id }) => id)
    .join(' ');
}

/** That many messages, the same each time: m0, m1 and so on. */
export function numbered(count: number): Message[] {
  return Array.from({ length: count }, (_, n) => ({
    id: `m${n}`,
    exchange: 'facts',
    key: 'toggles.numbered',
    body: JSON.stringify({ n }),
  }));
}

export function shared(queue = 'readers', pattern = '#', exchange = 'facts'): Subscription {
  return { kind: 'shared', queue, bindings: [{ exchange, pattern }] };
}

export function competing(queue = 'counters'): Subscription {
  return { kind: 'competing', queue, bindings: [{ exchange: 'facts', pattern: '#' }] };
}

export function broadcast() {
  return { kind: 'broadcast', bindings: [{ exchange: 'facts', pattern: '#' }] } as const satisfies Subscription;
}
