import type { Database } from './database.ts';
import { timeOf } from './database.ts';
import type { SourceEvent, Usage } from './source.ts';

interface EventRow {
  readonly id: number;
  readonly type: string;
  readonly created_at: string;
  readonly created_by: string | null;
  readonly created_by_user_id?: number | null;
  readonly project: string | null;
  readonly environment: string | null;
  readonly feature_name: string | null;
  readonly data: unknown;
  readonly pre_data: unknown;
}

const pageSize = 500;

/** Events with an id above `after`, in pages. */
export async function* readEvents(database: Database, after: number): AsyncIterable<readonly SourceEvent[]> {
  for (let last = after; ; ) {
    const rows = await database.rows<EventRow>('events', { above: { column: 'id', value: last }, limit: pageSize });
    if (rows.length === 0) return;
    yield rows.map(eventOf);
    last = rows.at(-1)?.id ?? last;
  }
}

const eventOf = (row: EventRow): SourceEvent => ({
  id: row.id,
  type: row.type,
  createdAt: timeOf(row.created_at),
  createdBy: row.created_by || 'unknown',
  createdByUserId: row.created_by_user_id ?? null,
  project: row.project,
  environment: row.environment,
  featureName: row.feature_name,
  data: row.data,
  preData: row.pre_data,
});

interface HourRow {
  readonly feature_name: string;
  readonly app_name: string;
  readonly environment: string;
  readonly timestamp: string;
}

/** Usage per hour, with counts of variants, and times of the last evaluation. */
export async function* readUsage(database: Database): AsyncIterable<Usage> {
  const keyOf = (row: HourRow) => JSON.stringify([row.feature_name, row.app_name, row.environment, row.timestamp]);
  const variants = Map.groupBy(await database.rows<HourRow & { variant: string; count: number }>('client_metrics_env_variants'), keyOf);
  const hours = await database.rows<HourRow & { yes: number; no: number }>('client_metrics_env');
  const seen = await database.rows<{ feature_name: string; environment: string; last_seen_at: string }>('last_seen_at_metrics');
  for (let from = 0; from < Math.max(hours.length, seen.length); from += pageSize) {
    yield {
      hours: hours.slice(from, from + pageSize).map((row) => ({
        featureName: row.feature_name,
        appName: row.app_name,
        environment: row.environment,
        timestamp: timeOf(row.timestamp),
        yes: row.yes,
        no: row.no,
        variants: Object.fromEntries((variants.get(keyOf(row)) ?? []).map(({ variant, count }) => [variant, count])),
      })),
      lastSeen: seen.slice(from, from + pageSize).map((row) => ({
        featureName: row.feature_name,
        environment: row.environment,
        at: timeOf(row.last_seen_at),
      })),
    };
  }
}
