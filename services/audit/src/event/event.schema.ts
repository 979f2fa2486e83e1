import { DateTime, nullable, Tag, mapOf } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import type { EventRow } from '../log/event.ts';

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

/** The columns that the wire shows. */
export const presentedColumns = [
  'id',
  'created_at',
  'type',
  'created_by',
  'created_by_user_id',
  'project',
  'environment',
  'feature_name',
  'data',
  'pre_data',
  'tags',
  'correlation_id',
] as const satisfies readonly (keyof EventRow)[];

export function presentEvent(row: Pick<EventRow, (typeof presentedColumns)[number]>): Event {
  return {
    id: row.id,
    createdAt: new Date(row.created_at).toISOString(),
    type: row.type,
    createdBy: row.created_by,
    createdByUserId: row.created_by_user_id,
    project: row.project,
    environment: row.environment,
    featureName: row.feature_name,
    data: parsed(row.data),
    preData: parsed(row.pre_data),
    tags: JSON.parse(row.tags) as Event['tags'],
    groupId: row.correlation_id,
    groupType: row.correlation_id === null ? null : 'transaction',
  };
}

/** As `presentEvent`, as JSON: what is stored as such is passed on as it is. */
export function writeEvent(row: Pick<EventRow, (typeof presentedColumns)[number]>): string {
  const known = {
    id: row.id,
    createdAt: new Date(row.created_at).toISOString(),
    type: row.type,
    createdBy: row.created_by,
    createdByUserId: row.created_by_user_id,
    project: row.project,
    environment: row.environment,
    featureName: row.feature_name,
  };
  const group = { groupId: row.correlation_id, groupType: row.correlation_id === null ? null : 'transaction' };
  const stored = `"data":${row.data},"preData":${row.pre_data},"tags":${row.tags}`;
  return `${JSON.stringify(known).slice(0, -1)},${stored},${JSON.stringify(group).slice(1)}`;
}

const parsed = (text: string | null): Event['data'] => (text === null ? null : (JSON.parse(text) as Event['data']));
