import { Envelope, envelopeType } from '../envelope.ts';
import type { EventDefinition } from '../event.ts';
import { parseSamples } from '../samples/parse-samples.ts';
import { exchanges } from '../topology.ts';
import { eventDefinitions } from './catalogue.ts';

const infoOf = (version: string) => ({
  title: 'Signalbox events',
  version,
  description: [
    'Every change, as a CloudEvent 1.0 in structured JSON on a RabbitMQ topic exchange. Bind your own queue with the patterns you need.',
    'Delivery is at least once, ordered by `sequence` within a `source`. Skip duplicates by `id`. `GET /api/admin/audit/events/replay` returns missed events.',
    'Within a version of an event, schemas only gain optional fields, so ignore unknown fields. A breaking change gets a new version, published alongside the old one.',
  ].join('\n\n'),
  license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
});

/**
 * Creates the AsyncAPI 3 document of the bus for a version of the product, from the event definitions and the stored samples (`ndjson`).
 */
export function describeBus(version: string, ndjson: string): string {
  const events = [...eventDefinitions.values()].sort((one, other) => (one.type < other.type ? -1 : 1));
  const samples = parseSamples(ndjson);
  const services = [...new Set(events.map(({ service }) => service))].sort((one, other) => (one < other ? -1 : 1));
  const messages = Object.fromEntries(events.map((event) => [event.type, { $ref: `#/components/messages/${event.type}` }]));
  const document = {
    asyncapi: '3.0.0',
    info: infoOf(version),
    defaultContentType: 'application/json',
    servers: { broker: { host: 'localhost:5672', protocol: 'amqp', description: 'The broker of BUS_URL.' } },
    channels: {
      events: {
        address: '{service}.{event}',
        title: 'Events',
        description: 'The routing key is the service that emits the event, and the event type.',
        parameters: {
          service: { enum: services, description: 'The emitting service.' },
          event: { description: 'The event type, such as `feature-created`.' },
        },
        messages,
        bindings: {
          amqp: {
            is: 'routingKey',
            exchange: { name: exchanges.events, type: 'topic', durable: true, autoDelete: false, vhost: '/' },
            bindingVersion: '0.3.0',
          },
        },
      },
    },
    operations: {
      stateEvents: { action: 'send', channel: { $ref: '#/channels/events' }, summary: 'Signalbox publishes events' },
    },
    components: {
      schemas: { Envelope },
      messages: Object.fromEntries(events.map((event) => [event.type, messageOf(event, samples.get(`${event.type}.v${event.version}`))])),
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** The envelope with the content of this event, and its stored sample. */
function messageOf(
  { type, version: number, service, when, data, preData, specified }: EventDefinition,
  sample: Envelope | undefined,
): object {
  const name = envelopeType(type, number);
  const content = { type: 'object', properties: { type: { const: type }, data, preData } };
  return {
    name,
    title: type,
    summary: `Emitted when ${when}.`,
    contentType: 'application/json',
    tags: [{ name: service }],
    payload: {
      allOf: [{ $ref: '#/components/schemas/Envelope' }, { type: 'object', properties: { type: { const: name }, data: content } }],
    },
    examples: [{ name: 'sample', payload: sample }],
    'x-routing-key': `${service}.${type}`,
    'x-in-events-api': specified,
  };
}
