import type { Message } from '@signalbox/bus';
import type { Settings } from '@signalbox/kit';
import { readCounter } from '@signalbox/store';
import { eventually } from '../../../packages/testing/src/eventually.ts';
import { openServiceStore } from '../service-store.ts';

const limitMs = 60_000;

/** Resolves once whoever sent these messages has marked them: from then on nobody sends them again. */
export async function untilMarked(settings: Settings, messages: readonly Message[]): Promise<void> {
  const senders = new Set(messages.map(({ key }) => key.split('.')[0] ?? ''));
  await Promise.all([...senders].map((sender) => untilAllMarked(settings, sender)));
}

/** Waits for everything that the service has committed so far, which is more than what was received from it. */
async function untilAllMarked(settings: Settings, service: string): Promise<void> {
  const store = await openServiceStore(settings, service);
  try {
    const { message } = await readCounter(store.reader());
    await eventually(async () => (await readCounter(store.reader())).published >= message, limitMs);
  } finally {
    await store.close();
  }
}
