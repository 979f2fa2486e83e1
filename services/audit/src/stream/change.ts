import { nullable, type Principal, writeRevision } from '@signalbox/contracts';
import type { EntityManager, ServiceAccess } from '@signalbox/kit';
import { Projection } from '@signalbox/table';
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { isImported } from '../source/imported-event.ts';
import { type ChainedEvent, eventTable } from '../tables/event.ts';
import { tablesOf } from '../tables/tables.ts';

/** A change notification: the location of a change, without its content. */
export const StreamedChange = Type.Object({
  type: Type.String(),
  project: nullable(Type.String()),
  environment: nullable(Type.String()),
  featureName: nullable(Type.String()),
  /** The `X-Revision` of the response to the request that made the change. */
  revision: nullable(Type.String()),
  /** The `X-Request-Id` of the request that made the change. */
  groupId: nullable(Type.String()),
  /** Id of the change request, for its events. */
  changeRequest: Type.Optional(Type.Integer()),
});
type StreamedChange = Static<typeof StreamedChange>;

/** An event of the log, prepared for streams. */
export interface ReportedChange {
  readonly id: number;
  readonly createdAt: number;
  /** Null for imported events, and those that lists do not show. */
  readonly change: StreamedChange | null;
  /** The text to send. */
  readonly text: string;
}

const streamedEvent = new Projection(eventTable, [
  'id',
  'createdAt',
  'type',
  'project',
  'environment',
  'featureName',
  'source',
  'revision',
  'correlationId',
  'shown',
]);

const notified: StreamedChange = { type: 'notified', project: null, environment: null, featureName: null, revision: null, groupId: null };

/** The change that streams send to users whose notifications changed. The log does not have it, so it has the id of the last event sent. */
export const notifiedText = (position: number) => `event: change\nid: ${position}\ndata: ${JSON.stringify(notified)}\n\n`;

/** Events after `after`, oldest first. */
export const readChangesBehind = (em: EntityManager, after: number, limit: number) =>
  tablesOf(em)
    .selectFrom('event')
    .select(streamedEvent.selection)
    .select(
      sql<
        number | null
      >`cast(json_extract(case when source = '/signalbox/change-requests' then data end, '$.changeRequestId') as signed)`.as('request'),
    )
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

type Row = Parameters<typeof streamedEvent.decode>[0] & { readonly request: number | null };

export function reportedChange(row: Row): ReportedChange {
  const event = streamedEvent.decode(row);
  const change = event.shown && !isImported(event) ? changeOf(event, row.request) : null;
  const text = change ? `event: change\nid: ${event.id}\ndata: ${JSON.stringify(change)}\n\n` : '';
  return { id: event.id, createdAt: event.createdAt, change, text };
}

type StreamedEvent = Pick<ChainedEvent, (typeof streamedEvent.names)[number]>;

const changeOf = (event: StreamedEvent, request: number | null): StreamedChange => ({
  type: event.type,
  project: event.project,
  environment: event.environment,
  featureName: event.featureName,
  revision: event.revision === null ? null : writeRevision({ of: revisedBy(event), number: event.revision }),
  groupId: event.correlationId,
  ...(request !== null && { changeRequest: request }),
});

const revisedBy = ({ source }: StreamedEvent) => (source === '/signalbox/identity' ? 'access' : 'features');

/** True if the log shows the event to the principal, with its current access. */
export function isVisible({ change }: ReportedChange, principal: Principal, access: Pick<ServiceAccess, 'allows' | 'sees'>): boolean {
  if (!change) return false;
  if (access.allows(principal, ['ADMIN'])) return true;
  return change.project !== null && access.sees(principal, change.project);
}
