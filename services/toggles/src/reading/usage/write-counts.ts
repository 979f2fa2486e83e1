import { chunksOf, type EntityManager, type OpenContext } from '@signalbox/kit';
import { compositeKey, mergeRows } from '@signalbox/table';
import { sql } from 'kysely';
import { tablesOf } from '../../tables/tables.ts';
import { usageApplications } from '../../base/setting/limits.ts';
import { admitApplications } from './admit-applications.ts';
import { validCounts, type CountedFeatures, readCountedFeatures } from './counted-features.ts';
import type { UsageState } from './feature-usage.ts';
import type { FoldedCount } from './fold-counts.ts';
import { forgetOldestUnknown } from './forget-oldest.ts';
import { type ApplicationProject, noteProjects } from './note-projects.ts';
import { enterStage, readEnteringFeatures } from '../../feature/stage/enter-stage.ts';

/** Small enough that changes of features, which wait for it on SQLite, are not noticeably delayed. */
const countsPerUnit = 200;
const maxNameLength = 100;

/** Adds the counts to their hours in units of work of limited size, and records last-seen times. Drops counts of unknown environments. */
export async function writeCounts(
  context: OpenContext<UsageState>,
  counts: readonly FoldedCount[],
  environments: ReadonlySet<string>,
): Promise<void> {
  const storable = counts.filter(({ environment, appName }) => environments.has(environment) && appName.length <= 255);
  for (const [environment, own] of Map.groupBy(storable, (count) => count.environment)) {
    for (const some of chunksOf(own, countsPerUnit)) await writeSome(context, environment, some);
  }
}

async function writeSome(context: OpenContext<UsageState>, environment: string, counts: readonly FoldedCount[]): Promise<void> {
  const features = await readCountedFeatures(context.em, environment, counts);
  const known = validCounts(counts, features);
  const entering = await readEnteringFeatures(context.em, environment, namesOf(known));
  const unknown = counts.filter(({ featureName }) => !features.has(featureName) && featureName.length <= maxNameLength);
  await context.write(async ({ em, now }) => {
    await enterStage(em, entering, now());
    await raiseLastSeen(em, environment, newest(known, features));
    await mergeCounts(em, await admitApplications(em, environment, known, context.settings.get(usageApplications)), 'add');
    await noteProjects(em, projectsOf(known, features));
    await noteUnknown(em, unknown);
    if (unknown.length > 0) await forgetOldestUnknown(em, environment);
  });
  context.state.countEvaluations(environment, known, features);
}

const namesOf = (counts: readonly FoldedCount[]): string[] => [...new Set(counts.map(({ featureName }) => featureName))];

/** The features with a newer last-seen time, and that time. */
function newest(counts: readonly FoldedCount[], features: CountedFeatures): Map<string, number> {
  const instants = new Map<string, number>();
  for (const { featureName, at } of counts) instants.set(featureName, Math.max(instants.get(featureName) ?? 0, at));
  return new Map([...instants].filter(([name, at]) => at > (features.get(name)?.seenAt ?? 0)));
}

/** A last-seen time never decreases, regardless of the order of counts. Executes one statement. */
export async function raiseLastSeen(em: EntityManager, environment: string, instants: ReadonlyMap<string, number>): Promise<void> {
  if (instants.size === 0) return;
  const cases = [...instants].map(([name, at]) => sql`when ${name} then ${at}`);
  const instant = sql<number>`case feature_name ${sql.join(cases, sql` `)} end`;
  await tablesOf(em)
    .updateTable('feature_environment')
    .set({ last_seen_at: instant })
    .where('environment', '=', environment)
    .where('feature_name', 'in', [...instants.keys()])
    .where((seen) => seen.or([seen('last_seen_at', 'is', null), seen('last_seen_at', '<', instant)]))
    .execute();
}

const columns = ['environment', 'app_name', 'feature_name'];

/** Stores counts of distinct keys by hour or, with the day as their hour, by day. `add` sums them up; with `max` they may be stored repeatedly. */
export async function mergeCounts(
  em: EntityManager,
  counts: readonly FoldedCount[],
  merging: 'add' | 'max',
  period: 'hour' | 'day' = 'hour',
): Promise<void> {
  const key = [period, ...columns];
  const keyOf = ({ hour, environment, appName, featureName }: FoldedCount) => ({
    [period]: hour,
    environment,
    app_name: appName,
    feature_name: featureName,
  });
  const rows = counts.map((count) => ({ ...keyOf(count), yes: count.yes, no: count.no }));
  await mergeRows(em, `usage_${period}`, { key, merge: { yes: merging, no: merging } }, rows);
  const variants = counts.flatMap((count) => [...count.variants].map(([variant, uses]) => ({ ...keyOf(count), variant, uses })));
  for (const some of chunksOf(variants, countsPerUnit)) {
    await mergeRows(em, `variant_usage_${period}`, { key: [...key, 'variant'], merge: { uses: merging } }, some);
  }
}

/** The projects whose features an application counted. */
export const projectsOf = (counts: readonly FoldedCount[], features: CountedFeatures): ApplicationProject[] =>
  counts.flatMap(({ appName, environment, featureName, at }) => {
    const project = features.get(featureName)?.project;
    return project === undefined ? [] : [{ appName, environment, project, at }];
  });

async function noteUnknown(em: EntityManager, counts: readonly FoldedCount[]): Promise<void> {
  const newestOf = new Map<string, { name: string; app_name: string; environment: string; seen_at: number }>();
  for (const { featureName: name, appName: app_name, environment, at } of counts) {
    const unknown = compositeKey(name, app_name, environment);
    newestOf.set(unknown, { name, app_name, environment, seen_at: Math.max(newestOf.get(unknown)?.seen_at ?? 0, at) });
  }
  const rule = { key: ['name', 'app_name', 'environment'], merge: { seen_at: 'max' } } as const;
  await mergeRows(em, 'unknown_flag', rule, [...newestOf.values()]);
}
