import { Agent, DateTime, nullable, Tag, mapOf } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import { type ListedEvent, serializedEvent } from '../tables/event.ts';
import { ImportedFrom, importedFrom } from '../source/imported-event.ts';

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
  /** Id of the request that caused it; all events of one request form a group. */
  groupId: nullable(Type.String()),
  groupType: nullable(Type.Enum(['transaction'])),
  /** The agent that acted for the author. */
  via: Type.Optional(Agent),
  imported: Type.Optional(ImportedFrom),
});
export type Event = Static<typeof Event>;

/** An event with texts for readers; `summary` is Markdown. */
export const DescribedEvent = Type.Object({ ...Event.properties, label: Type.String(), summary: Type.String() });
export type DescribedEvent = Static<typeof DescribedEvent>;

/**
 * Set if a search ended before the beginning of the log: its time was up and older matches may be missing, or it found a
 * full page and stopped counting. The total is then a minimum.
 */
export const incompleteResults = Type.Optional(Type.Literal(true));

/** Events, newest first. `totalEvents` counts all matches, regardless of the limit. */
export const EventList = Type.Object({
  version: Type.Literal(1),
  events: Type.Array(Event),
  totalEvents: Type.Integer(),
  incompleteResults,
});
export type EventList = Static<typeof EventList>;

export const FeatureEventList = Type.Object({ ...EventList.properties, toggleName: Type.String() });

export function serializeEvent(event: ListedEvent): Event {
  const { correlationId, agent, client, ...rest } = serializedEvent.pick(event);
  return {
    ...rest,
    createdAt: new Date(event.createdAt).toISOString(),
    data: parsed(event.data),
    preData: parsed(event.preData),
    tags: JSON.parse(event.tags) as Event['tags'],
    ...groupOf(correlationId),
    ...viaOf(agent, client),
    ...importedFrom(event),
  };
}

/** `serializeEvent` as JSON text; stored JSON is copied unchanged. */
export function writeEvent(event: ListedEvent): string {
  const { data, preData, tags, correlationId, agent, client, ...rest } = serializedEvent.pick(event);
  const known = { ...rest, ...viaOf(agent, client), ...importedFrom(event), createdAt: new Date(event.createdAt).toISOString() };
  const stored = `"data":${data},"preData":${preData},"tags":${tags}`;
  return `${JSON.stringify(known).slice(0, -1)},${stored},${JSON.stringify(groupOf(correlationId)).slice(1)}`;
}

const groupOf = (correlationId: string | null): Pick<Event, 'groupId' | 'groupType'> => ({
  groupId: correlationId,
  groupType: correlationId === null ? null : 'transaction',
});

const viaOf = (agent: string | null, client: string | null): Pick<Event, 'via'> =>
  agent === null ? {} : { via: { agent, client: client ?? '' } };

const parsed = (text: string | null): Event['data'] => (text === null ? null : (JSON.parse(text) as Event['data']));
