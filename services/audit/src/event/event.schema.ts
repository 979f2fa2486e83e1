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
});
export type Event = Static<typeof Event>;

/** Events, newest first. `totalEvents` counts what the same question without a limit would answer. */
export const EventList = Type.Object({ version: Type.Literal(1), events: Type.Array(Event), totalEvents: Type.Integer() });
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
  };
}

const parsed = (text: string | null): Event['data'] => (text === null ? null : (JSON.parse(text) as Event['data']));
