import { DateTime, mapOf } from '@signalbox/contracts';
import { beginningOf, type Context, dayMs, hourMs } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { usageApplications } from '../../base/setting/limits.ts';
import { admitApplications, sumUp } from '../../reading/usage/admit-applications.ts';
import { readCountedFeatures, validCounts } from '../../reading/usage/counted-features.ts';
import type { FoldedCount } from '../../reading/usage/fold-counts.ts';
import { maxDays, maxHours } from '../../reading/usage/get-raw-usage.ts';
import { noteProjects } from '../../reading/usage/note-projects.ts';
import { mergeCounts, projectsOf } from '../../reading/usage/write-counts.ts';

const Name = Type.String({ minLength: 1, maxLength: 255 });
const Count = Type.Integer({ minimum: 0, maximum: 1e12 });

/** Evaluations of a feature by an application in an hour, or on a day (UTC). */
export const ImportedCount = Type.Object({
  featureName: Name,
  appName: Name,
  environment: Name,
  timestamp: DateTime,
  yes: Count,
  no: Count,
  variants: Type.Optional(mapOf(Count)),
});
type ImportedCount = Static<typeof ImportedCount>;

/**
 * Stores the larger of the imported and the present count of each hour or day, so that an import can be repeated while the other system
 * still counts. Returns the number of stored entries.
 */
export async function importCounts(
  { em, settings, now }: Context,
  imported: readonly ImportedCount[],
  period: 'hour' | 'day',
): Promise<number> {
  const oldest = period === 'hour' ? beginningOf(hourMs, now().getTime()) - maxHours * hourMs : now().getTime() - maxDays * dayMs;
  let stored = 0;
  for (const [environment, own] of groupByEnvironment(imported)) {
    const counts = own.map((count) => countOf(count, period)).filter(({ hour }) => hour >= oldest);
    if (counts.length === 0) continue;
    const features = await readCountedFeatures(em, environment, counts);
    const known = validCounts(counts, features);
    if (known.length === 0) continue;
    const admitted = period === 'day' ? sumUp(known) : await admitApplications(em, environment, known, settings.get(usageApplications));
    await mergeCounts(em, admitted, 'max', period);
    await noteProjects(em, projectsOf(known, features));
    stored += known.length;
  }
  return stored;
}

function countOf({ timestamp, variants = {}, ...count }: ImportedCount, period: 'hour' | 'day'): FoldedCount {
  const hour = beginningOf(period === 'hour' ? hourMs : dayMs, Date.parse(timestamp));
  return { ...count, projects: ['*'], hour, at: hour, variants: new Map(Object.entries(variants)) };
}

/** Sorted, so that concurrent imports lock rows in the same order. */
export const groupByEnvironment = <Entry extends { readonly environment: string }>(entries: readonly Entry[]): [string, Entry[]][] =>
  [...Map.groupBy(entries, ({ environment }) => environment)].sort(([left], [right]) => (left < right ? -1 : 1));
