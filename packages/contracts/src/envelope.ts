import { Type, type Static } from 'typebox';
import { Agent } from './principal.ts';
import { DateTime, nullable, Tag } from './shapes.ts';

/** The event of the specification ("Events"), before audit assigns its id. */
export const EventBody = Type.Object({
  type: Type.String(),
  createdBy: Type.String(),
  createdByUserId: nullable(Type.Integer()),
  createdAt: DateTime,
  project: nullable(Type.String()),
  environment: nullable(Type.String()),
  featureName: nullable(Type.String()),
  data: Type.Unknown(),
  preData: Type.Unknown(),
  tags: Type.Array(Tag),
  /** The agent that acted for `createdBy`. */
  via: Type.Optional(Agent),
});
export type EventBody = Static<typeof EventBody>;

/**
 * A message of exchange `signalbox.events`: CloudEvents 1.0, structured JSON. `sequence` is the event's position in its source, contiguous
 * in commit order. `revision` is present if the unit of work raised one.
 */
export const Envelope = Type.Object({
  specversion: Type.Literal('1.0'),
  id: Type.String({ format: 'uuid' }),
  source: Type.String(),
  type: Type.String({ pattern: '^signalbox\\.[a-z-]+\\.v[0-9]+$' }),
  subject: Type.Optional(Type.String()),
  time: DateTime,
  datacontenttype: Type.Literal('application/json'),
  sequence: Type.Integer({ minimum: 1 }),
  revision: Type.Optional(Type.Integer({ minimum: 1 })),
  correlationid: Type.Optional(Type.String()),
  traceparent: Type.Optional(Type.String()),
  data: EventBody,
});
export type Envelope = Static<typeof Envelope>;

/** Type of the CloudEvent, for example `signalbox.feature-created.v1`. */
export const envelopeType = (type: string, version: number): string => `signalbox.${type}.v${version}`;
