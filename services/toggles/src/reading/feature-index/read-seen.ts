import type { EntityManager } from '@signalbox/kit';
import { readTogether, rowOf } from '@signalbox/table';
import type { Kysely } from 'kysely';
import type { Tables } from '../../tables/tables.ts';
import type { IndexedFeature } from './indexed-feature.ts';
import { beginningOfPastHour, sumOfPastHour } from '../usage/past-hour.ts';
import { lastMessage } from './last-message.ts';

/** The properties of features that change without events, mostly through usage. Read for each response. */
export interface Seen {
  /** The number of the last message at the time of the read. */
  readonly number: number;
  /** The names of the user's favorites. */
  readonly favorites: ReadonlySet<string>;
  /** Last-seen times by environment and feature. */
  readonly lastSeenAt: ByEnvironment<number>;
  /** Evaluations as on and off in the past 60 minutes. */
  readonly usage: ByEnvironment<HourOfUsage>;
  /** When the features entered the stages that usage leads to. */
  readonly stages: ReadonlyMap<string, Entered>;
}

export type ByEnvironment<T> = ReadonlyMap<string, ReadonlyMap<string, T>>;

interface HourOfUsage {
  readonly yes: number;
  readonly no: number;
}

interface Entered {
  readonly pre_live_at: number | null;
  readonly live_at: number | null;
}

/** Not a valid feature name. */
const noFeature = '';

/** For at most a hundred features, in one statement. */
export async function readSeen(
  em: EntityManager,
  features: readonly IndexedFeature[],
  { userId, now }: { readonly userId: number; readonly now: Date },
): Promise<Seen> {
  const names = features.length === 0 ? [noFeature] : features.map(({ name }) => name);
  const { counters, favorites, seen, usage, stages } = await readRows(em, names, userId, beginningOfPastHour(now));
  return {
    number: counters[0]?.message ?? 0,
    favorites: new Set(favorites.map(({ name }) => name)),
    lastSeenAt: byEnvironment(seen, ({ at }) => at),
    usage: usageOf(usage, now),
    stages: new Map(stages.map(({ name, ...entered }) => [name, entered])),
  };
}

function usageOf(rows: Awaited<ReturnType<typeof readRows>>['usage'], now: Date): ByEnvironment<HourOfUsage> {
  const sumsOf = (own: typeof rows) =>
    new Map([...Map.groupBy(own, ({ name }) => name)].map(([name, hours]) => [name, sumOfPastHour(hours, now)]));
  return new Map([...Map.groupBy(rows, ({ environment }) => environment)].map(([environment, own]) => [environment, sumsOf(own)]));
}

export function byEnvironment<Row extends { readonly environment: string; readonly name: string }, T>(
  rows: readonly Row[],
  valueOf: (row: Row) => T,
): Map<string, Map<string, T>> {
  const found = new Map<string, Map<string, T>>();
  for (const row of rows) {
    const own = found.get(row.environment) ?? new Map<string, T>();
    if (own.size === 0) found.set(row.environment, own);
    own.set(row.name, valueOf(row));
  }
  return found;
}

const readRows = readTogether((db: Kysely<Tables>, names: readonly string[], userId: number, since: number) => ({
  counters: lastMessage(db),
  favorites: db
    .selectFrom('favorite_feature')
    .where('user_id', '=', userId)
    .where('feature_name', 'in', names)
    .select((table) => rowOf({ name: table.ref('feature_name') }).as('row')),
  seen: db
    .selectFrom('feature_environment')
    .where('feature_name', 'in', names)
    .where('last_seen_at', 'is not', null)
    .select((table) =>
      rowOf({
        name: table.ref('feature_name'),
        environment: table.ref('environment'),
        at: table.ref('last_seen_at').$notNull(),
      }).as('row'),
    ),
  usage: db
    .selectFrom('usage_hour')
    .where('feature_name', 'in', names)
    .where('hour', '>', since)
    .groupBy(['feature_name', 'environment', 'hour'])
    .select((table) =>
      rowOf({
        name: table.ref('feature_name'),
        environment: table.ref('environment'),
        hour: table.ref('hour'),
        yes: table.fn.sum<number>('yes'),
        no: table.fn.sum<number>('no'),
      }).as('row'),
    ),
  stages: db
    .selectFrom('feature')
    .where('name', 'in', names)
    .where((feature) => feature.or([feature('pre_live_at', 'is not', null), feature('live_at', 'is not', null)]))
    .select((table) => rowOf({ name: table.ref('name'), pre_live_at: table.ref('pre_live_at'), live_at: table.ref('live_at') }).as('row')),
}));
