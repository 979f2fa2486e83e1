import { type Envelope, envelopeType, type EventDefinition, exchanges } from '@signalbox/contracts';
import type { TestApp } from '@signalbox/testing';

export async function publishFromIdentity(app: TestApp, event: EventDefinition, body: Partial<Envelope['data']>): Promise<void> {
  const time = new Date().toISOString();
  const nothing = { project: null, environment: null, featureName: null, data: null, preData: null, tags: [] };
  const envelope: Envelope = {
    specversion: '1.0',
    id: crypto.randomUUID(),
    source: '/signalbox/identity',
    type: envelopeType(event.type, event.version),
    time,
    datacontenttype: 'application/json',
    sequence: 1,
    data: { type: event.type, createdBy: 'signalbox', createdByUserId: null, createdAt: time, ...nothing, ...body },
  };
  const message = { id: envelope.id, exchange: exchanges.events, key: `${event.service}.${event.type}`, body: JSON.stringify(envelope) };
  await app.host.bus.publish([message]);
}
