import { DateTime, featureCompleted, featureMetadataUpdated, mapOf } from '@signalbox/contracts';
import { beginningOf, type Context, hourMs, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { usageApplications } from '../../base/setting/limits.ts';
import { admitApplications } from '../../reading/usage/admit-applications.ts';
import { readCountedFeatures, validCounts } from '../../reading/usage/counted-features.ts';
import type { FoldedCount } from '../../reading/usage/fold-counts.ts';
import { maxHours } from '../../reading/usage/get-raw-usage.ts';
import { noteProjects } from '../../reading/usage/note-projects.ts';
import { mergeCounts, projectsOf, raiseLastSeen } from '../../reading/usage/write-counts.ts';
import { tablesOf } from '../../tables/tables.ts';
import { importDates, ImportedDates } from './import-dates.ts';

const maxImported = 500;
const Name = Type.String({ minLength: 1, maxLength: 255 });
const Count = Type.Integer({ minimum: 0, maximum: 1e12 });
const listOf = <T extends Parameters<typeof Type.Array>[0]>(entry: T) => Type.Optional(Type.Array(entry, { maxItems: maxImported }));

const ImportedHour = Type.Object({
  featureName: Name,
  appName: Name,
  environment: Name,
  timestamp: DateTime,
  yes: Count,
  no: Count,
  variants: Type.Optional(mapOf(Count)),
});
type ImportedHour = Static<typeof ImportedHour>;

const ImportedSeen = Type.Object({ featureName: Name, environment: Name, at: DateTime });
type ImportedSeen = Static<typeof ImportedSeen>;

const ImportUsage = Type.Object({ hours: listOf(ImportedHour), lastSeen: listOf(ImportedSeen), features: listOf(ImportedDates) });
type ImportUsage = Static<typeof ImportUsage>;

/** Numbers of stored entries. Those of unknown features and environments, and hours beyond the retention, are skipped. */
const Stored = Type.Object({ hours: Type.Integer(), lastSeen: Type.Integer(), features: Type.Integer(), skipped: Type.Integer() });

export const importUsageRoute = route(
  {
    method: 'post',
    path: '/api/admin/migration/usage',
    summary: 'Import evaluation counts, last-seen times and dates of features from another system',
    permission: 'ADMIN',
    body: ImportUsage,
    answers: { 200: Stored },
    failures: [],
    events: [featureMetadataUpdated, featureCompleted],
  },
  ({ body }, context) => importUsage(context, body),
);

/** Writes in the order in which usage locks rows. */
async function importUsage(context: Context, { hours = [], lastSeen = [], features = [] }: ImportUsage): Promise<Static<typeof Stored>> {
  const stored = {
    features: await importDates(context, features),
    lastSeen: await importSeen(context, lastSeen),
    hours: await importHours(context, hours),
  };
  const entries = hours.length + lastSeen.length + features.length;
  return { ...stored, skipped: entries - stored.hours - stored.lastSeen - stored.features };
}

/** Last-seen times never decrease. Returns the number of entries whose feature exists in the environment. */
async function importSeen({ em }: Context, seen: readonly ImportedSeen[]): Promise<number> {
  let stored = 0;
  for (const [environment, own] of byEnvironment(seen)) {
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

/**
 * Stores the larger of the imported and the present count of each hour, so that an import can be repeated while the other system still
 * counts. Returns the number of stored entries.
 */
async function importHours({ em, settings, now }: Context, hours: readonly ImportedHour[]): Promise<number> {
  const oldest = beginningOf(hourMs, now().getTime()) - maxHours * hourMs;
  let stored = 0;
  for (const [environment, own] of byEnvironment(hours)) {
    const counts = own.map(countOf).filter(({ hour }) => hour >= oldest);
    if (counts.length === 0) continue;
    const features = await readCountedFeatures(em, environment, counts);
    const known = validCounts(counts, features);
    if (known.length === 0) continue;
    await mergeCounts(em, await admitApplications(em, environment, known, settings.get(usageApplications)), 'max');
    await noteProjects(em, projectsOf(known, features));
    stored += known.length;
  }
  return stored;
}

function countOf({ timestamp, variants = {}, ...count }: ImportedHour): FoldedCount {
  const hour = beginningOf(hourMs, Date.parse(timestamp));
  return { ...count, projects: ['*'], hour, at: hour, variants: new Map(Object.entries(variants)) };
}

/** Sorted, so that concurrent imports lock rows in the same order. */
const byEnvironment = <Entry extends { readonly environment: string }>(entries: readonly Entry[]): [string, Entry[]][] =>
  [...Map.groupBy(entries, ({ environment }) => environment)].sort(([left], [right]) => (left < right ? -1 : 1));
