import { DateTime, featureCompleted, featureMetadataUpdated } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { raiseLastSeen } from '../../reading/usage/write-counts.ts';
import { tablesOf } from '../../tables/tables.ts';
import { importActivity, ImportedActivity } from './import-activity.ts';
import { groupByEnvironment, importCounts, ImportedCount } from './import-counts.ts';
import { importDates, ImportedDates } from './import-dates.ts';
import { ImportedGauge, importGauges } from './import-gauges.ts';

const maxImported = 500;
const Name = Type.String({ minLength: 1, maxLength: 255 });
const listOf = <T extends Parameters<typeof Type.Array>[0]>(entry: T) => Type.Optional(Type.Array(entry, { maxItems: maxImported }));

const ImportedSeen = Type.Object({ featureName: Name, environment: Name, at: DateTime });
type ImportedSeen = Static<typeof ImportedSeen>;

const ImportUsage = Type.Object({
  hours: listOf(ImportedCount),
  /** Each entry counts the part of a day (UTC) that is older than two days. */
  days: listOf(ImportedCount),
  lastSeen: listOf(ImportedSeen),
  features: listOf(ImportedDates),
  activity: listOf(ImportedActivity),
  gauges: listOf(ImportedGauge),
});
type ImportUsage = Static<typeof ImportUsage>;

/** Numbers of stored entries. Those of unknown objects, and hours and days beyond the retention, are skipped. */
const Stored = Type.Object({
  hours: Type.Integer(),
  days: Type.Integer(),
  lastSeen: Type.Integer(),
  features: Type.Integer(),
  activity: Type.Integer(),
  gauges: Type.Integer(),
  skipped: Type.Integer(),
});

export const importUsageRoute = route(
  {
    method: 'post',
    path: '/api/admin/migration/usage',
    summary: 'Import evaluation counts, last-seen times, dates of features, activity and values of gauges from another system',
    permission: 'ADMIN',
    body: ImportUsage,
    answers: { 200: Stored },
    failures: [],
    events: [featureMetadataUpdated, featureCompleted],
  },
  ({ body }, context) => importUsage(context, body),
);

/** Writes in the order in which usage locks rows. */
async function importUsage(context: Context, body: ImportUsage): Promise<Static<typeof Stored>> {
  const { hours = [], days = [], lastSeen = [], features = [], activity = [], gauges = [] } = body;
  const stored = {
    features: await importDates(context, features),
    lastSeen: await importSeen(context, lastSeen),
    hours: await importCounts(context, hours, 'hour'),
    days: await importCounts(context, days, 'day'),
    activity: await importActivity(context, activity),
    gauges: await importGauges(context, gauges),
  };
  const entries = Object.values(body).reduce((sum, { length }) => sum + length, 0);
  return { ...stored, skipped: entries - Object.values(stored).reduce((sum, count) => sum + count, 0) };
}

/** Last-seen times never decrease. Returns the number of entries whose feature exists in the environment. */
async function importSeen({ em }: Context, seen: readonly ImportedSeen[]): Promise<number> {
  let stored = 0;
  for (const [environment, own] of groupByEnvironment(seen)) {
    const names = own.map(({ featureName }) => featureName);
    const rows = await tablesOf(em)
      .selectFrom('feature_environment')
      .where('environment', '=', environment)
      .where('feature_name', 'in', names)
      .select('feature_name')
      .execute();
    const known = new Set(rows.map((row) => row.feature_name));
    const entries = own.filter(({ featureName }) => known.has(featureName));
    const instants = Map.groupBy(entries, ({ featureName }) => featureName);
    const newest = [...instants].map(([name, times]) => [name, Math.max(...times.map(({ at }) => Date.parse(at)))] as const);
    await raiseLastSeen(em, environment, new Map(newest));
    stored += entries.length;
  }
  return stored;
}
