import { Envelope, envelopeType } from '../envelope.ts';
import type { EventDefinition } from '../event.ts';
import { parseSamples } from '../samples/parse-samples.ts';
import { exchanges } from '../topology.ts';
import { eventDefinitions } from './catalogue.ts';

const infoOf = (version: string) => ({
  title: 'Signalbox events',
  version,
  description: [
    'Every change, as a CloudEvent 1.0 in structured JSON on a topic exchange of RabbitMQ. Bind a queue of your own, with the patterns that you want.',
    'Messages come at least once, in the order of `sequence` within a `source`: skip what you have by its `id`. What you missed, `GET /api/admin/audit/events/replay` gives back.',
    'Within a version of an event, schemas only gain optional fields: let others pass. A breaking change is another version beside the first.',
  ].join('\n\n'),
  license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
});

/** The AsyncAPI 3 document of the bus for a version of the product, generated from the event definitions and the stored samples (`ndjson`). */
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
        description: 'The routing key is the service that states an event, and its kind.',
        parameters: {
          service: { enum: services, description: 'Who states it.' },
          event: { description: 'The kind, such as `feature-created`.' },
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
      stateEvents: { action: 'send', channel: { $ref: '#/channels/events' }, summary: 'Signalbox states what happened' },
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
    summary: `Stated when ${when}.`,
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
