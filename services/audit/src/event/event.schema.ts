import { DateTime, nullable, Tag, mapOf } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import { type SerializedEvent, serializedEvent } from '../tables/event.ts';

/** The event of the specification ("Events"). */
export const Event = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  createdAt: DateTime,
  type: Type.String(),
  createdBy: Type.String(),
  createdByUserId: nullable(Type.Integer()),
  project: nullable(Type.String()),
  environment: nullable(Type.String()),
  featureName: nullable(Type.String()),
  data: nullable(mapOf(Type.Unknown())),
  preData: nullable(mapOf(Type.Unknown())),
  tags: nullable(Type.Array(Tag)),
  /** The request that it came of: what one request changed has one group. */
  groupId: nullable(Type.String()),
  groupType: nullable(Type.Enum(['transaction'])),
});
export type Event = Static<typeof Event>;

/** An event in words for readers: both texts say what it is, `summary` in Markdown. */
export const DescribedEvent = Type.Object({ ...Event.properties, label: Type.String(), summary: Type.String() });
export type DescribedEvent = Static<typeof DescribedEvent>;

/**
 * Set where a search ended before the beginning of the log: because it was as long as it may be, and older events that
 * match may be missing, or because it found a full page and enough behind it. There are as many as the total says, or more.
 */
export const incompleteResults = Type.Optional(Type.Literal(true));

/** Events, newest first. `totalEvents` counts what the same question without a limit would answer. */
export const EventList = Type.Object({
  version: Type.Literal(1),
  events: Type.Array(Event),
  totalEvents: Type.Integer(),
  incompleteResults,
});
export type EventList = Static<typeof EventList>;

export const FeatureEventList = Type.Object({ ...EventList.properties, toggleName: Type.String() });

export function serializeEvent(event: SerializedEvent): Event {
  const { correlationId, ...rest } = serializedEvent.pick(event);
  return {
    ...rest,
    createdAt: new Date(event.createdAt).toISOString(),
    data: parsed(event.data),
    preData: parsed(event.preData),
    tags: JSON.parse(event.tags) as Event['tags'],
    ...groupOf(correlationId),
  };
}

/** As `serializeEvent`, as JSON: stored JSON is passed on unchanged. */
export function writeEvent(event: SerializedEvent): string {
  const { data, preData, tags, correlationId, ...rest } = serializedEvent.pick(event);
  const known = { ...rest, createdAt: new Date(event.createdAt).toISOString() };
  const stored = `"data":${data},"preData":${preData},"tags":${tags}`;
  return `${JSON.stringify(known).slice(0, -1)},${stored},${JSON.stringify(groupOf(correlationId)).slice(1)}`;
}

const groupOf = (correlationId: string | null): Pick<Event, 'groupId' | 'groupType'> => ({
  groupId: correlationId,
  groupType: correlationId === null ? null : 'transaction',
});

const parsed = (text: string | null): Event['data'] => (text === null ? null : (JSON.parse(text) as Event['data']));
