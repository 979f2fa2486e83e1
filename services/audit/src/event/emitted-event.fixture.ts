import { randomUUID } from 'node:crypto';
import type { Envelope } from '@signalbox/contracts';
import type { RawMessage } from '@signalbox/kit';
import type { TestApp } from '@signalbox/testing';

/** Fields of an event that a test overrides. */
export type Special = Partial<Envelope['data']> & { readonly id?: string; readonly source?: string; readonly correlationId?: string };

/** A message of the events exchange, as a service would publish it. */
export function emittedEvent(
  sequence: number,
  { id = randomUUID(), source = '/signalbox/toggles', correlationId, ...special }: Special = {},
): RawMessage {
  const data: Envelope['data'] = {
    type: 'feature-created',
    createdBy: 'editor',
    createdByUserId: 12,
    createdAt: '2026-03-01T08:30:00.123Z',
    project: 'default',
    environment: null,
    featureName: 'checkout',
    data: { name: 'checkout', type: 'release' },
    preData: null,
    tags: [],
    ...special,
  };
  const envelope: Envelope = {
    specversion: '1.0',
    id,
    source,
    type: `signalbox.${data.type}.v1`,
    time: data.createdAt,
    datacontenttype: 'application/json',
    sequence,
    ...(correlationId !== undefined && { correlationid: correlationId }),
    data,
  };
  return messageOf(JSON.stringify(envelope), { id, key: `toggles.${data.type}` });
}

/** Any text as a message of the events exchange. */
export const messageOf = (body: string, { id, key = 'toggles.odd' }: { id?: string; key?: string } = {}): RawMessage => ({
  id: id ?? randomUUID(),
  exchange: 'signalbox.events',
  key,
  body,
});

/** Publishes messages and waits until audit has stored them. */
export async function publish(app: TestApp, messages: readonly RawMessage[]): Promise<void> {
  await app.host.bus.publish(messages);
  await app.host.bus.idle();
}
