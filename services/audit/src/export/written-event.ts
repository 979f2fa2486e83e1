import type { CsvCell } from '@signalbox/kit';
import type { EventRow } from '../log/event.ts';

/** The columns of an export as CSV, called as the events API calls them. */
export const csvColumns = [
  'id',
  'createdAt',
  'type',
  'createdBy',
  'createdByUserId',
  'project',
  'environment',
  'featureName',
  'data',
  'preData',
  'tags',
  'groupId',
  'hash',
] as const;

/** Content stands in its cell as JSON. */
export const csvRow = (row: EventRow): Record<(typeof csvColumns)[number], CsvCell> => ({
  id: row.id,
  createdAt: new Date(row.created_at).toISOString(),
  type: row.type,
  createdBy: row.created_by,
  createdByUserId: row.created_by_user_id,
  project: row.project,
  environment: row.environment,
  featureName: row.feature_name,
  data: row.data,
  preData: row.pre_data,
  tags: row.tags,
  groupId: row.correlation_id,
  hash: row.hash,
});

/** The event as a line of JSON: as the events API shows it, and what its hash covers beside. Stored JSON is passed on as it is. */
export function lineOf(row: EventRow): string {
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
  const rest = {
    groupId: row.correlation_id,
    groupType: row.correlation_id === null ? null : 'transaction',
    shown: Boolean(row.shown),
    source: row.source,
    sequence: row.sequence,
    revision: row.revision,
    messageId: row.message_id,
    raw: row.raw,
    payloadHash: row.payload_hash,
    previousHash: row.previous_hash,
    hash: row.hash,
  };
  const stored = `"data":${row.data},"preData":${row.pre_data},"tags":${row.tags}`;
  return `${JSON.stringify(known).slice(0, -1)},${stored},${JSON.stringify(rest).slice(1)}`;
}
