import { nullable, type Principal, writeRevision } from '@signalbox/contracts';
import { compiled, type ServiceAccess } from '@signalbox/kit';
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import type { EventRow, readLog } from '../log/event.ts';

/** That something has changed: where to look, and nothing of what is there. */
export const StreamedChange = Type.Object({
  type: Type.String(),
  project: nullable(Type.String()),
  environment: nullable(Type.String()),
  featureName: nullable(Type.String()),
  /** As `X-Revision` said it to whoever made the change. */
  revision: nullable(Type.String()),
  /** The id of the request that made it, as `X-Request-Id` said it. */
  groupId: nullable(Type.String()),
  /** Of an event of a change request. */
  changeRequest: Type.Optional(Type.Integer()),
});
type StreamedChange = Static<typeof StreamedChange>;

/** An event of the log as streams tell it. */
export interface ToldChange {
  readonly id: number;
  readonly createdAt: number;
  /** Null for what no list shows. */
  readonly change: StreamedChange | null;
  /** As it leaves. */
  readonly text: string;
}

/** Those behind `after`, the oldest first. */
export const changesBehind = compiled((log: ReturnType<typeof readLog>, after: number, limit: number) =>
  log
    .selectFrom('event')
    .select(['id', 'created_at', 'type', 'project', 'environment', 'feature_name', 'source', 'revision', 'correlation_id', 'shown'])
    .select(
      sql<
        number | null
      >`cast(json_extract(case when source = '/signalbox/change-requests' then data end, '$.changeRequestId') as signed)`.as('request'),
    )
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit),
);

type Row = Pick<
  EventRow,
  'id' | 'created_at' | 'type' | 'project' | 'environment' | 'feature_name' | 'source' | 'revision' | 'correlation_id' | 'shown'
> & { readonly request: number | null };

export function toldChange(row: Row): ToldChange {
  const change = row.shown ? changeOf(row) : null;
  const text = change ? `event: change\nid: ${row.id}\ndata: ${JSON.stringify(change)}\n\n` : '';
  return { id: Number(row.id), createdAt: Number(row.created_at), change, text };
}

const changeOf = (row: Row): StreamedChange => ({
  type: row.type,
  project: row.project,
  environment: row.environment,
  featureName: row.feature_name,
  revision: row.revision === null ? null : writeRevision({ of: revisedBy(row), number: row.revision }),
  groupId: row.correlation_id,
  ...(row.request !== null && { changeRequest: row.request }),
});

const revisedBy = ({ source }: Row) => (source === '/signalbox/identity' ? 'access' : 'features');

/** Whether the log would show it to them, by what they may see at this moment. */
export function isVisible({ change }: ToldChange, principal: Principal, access: Pick<ServiceAccess, 'allows' | 'sees'>): boolean {
  if (!change) return false;
  if (access.allows(principal, ['ADMIN'])) return true;
  return change.project !== null && access.sees(principal, change.project);
}
