import { compareTexts, type EntityManager } from '@signalbox/kit';
import { mergeRows, compositeKey } from '@signalbox/table';
import { tablesOf } from '../../tables/tables.ts';
import type { FoldedCount } from './fold-counts.ts';

/** Stands for all applications beyond the limit of names in one hour and environment. */
const otherApplication = '[other]';

/**
 * Limits the names of applications in each hour of an environment to `max`, and counts later ones as one. Two processes that
 * admit applications simultaneously may exceed the limit by the size of their batches.
 */
export async function admitApplications(
  em: EntityManager,
  environment: string,
  counts: readonly FoldedCount[],
  max: number,
): Promise<FoldedCount[]> {
  const byHour = [...Map.groupBy(counts, ({ hour }) => hour)];
  const admitted: FoldedCount[] = [];
  for (const [hour, own] of byHour.toSorted(([left], [right]) => left - right)) {
    const names = [...new Set(own.map(({ appName }) => appName))].toSorted(compareTexts);
    const known = await admit(em, { hour, environment }, names, max);
    admitted.push(...own.map((count) => (known.has(count.appName) ? count : { ...count, appName: otherApplication })));
  }
  return sumUp(admitted);
}

async function admit(
  em: EntityManager,
  { hour, environment }: { readonly hour: number; readonly environment: string },
  names: readonly string[],
  max: number,
): Promise<ReadonlySet<string>> {
  const ofHour = tablesOf(em).selectFrom('application_hour').where('hour', '=', hour).where('environment', '=', environment);
  const found = await ofHour
    .where('app_name', 'in', [...names])
    .select('app_name')
    .execute();
  const known = new Set(found.map(({ app_name }) => app_name));
  const fresh = names.filter((name) => !known.has(name));
  if (fresh.length === 0) return known;
  const { total } = await ofHour.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const admitted = fresh.slice(0, Math.max(0, max - Number(total)));
  await mergeRows(
    em,
    'application_hour',
    { key: ['hour', 'environment', 'app_name'], merge: {} },
    admitted.map((app_name) => ({ hour, environment, app_name })),
  );
  return known.union(new Set(admitted));
}

/** Sums the counts by application, hour and feature. */
export function sumUp(counts: readonly FoldedCount[]): FoldedCount[] {
  const sums = new Map<string, FoldedCount>();
  for (const count of counts) {
    const key = compositeKey(count.hour, count.appName, count.featureName);
    const sum = sums.get(key);
    sums.set(key, sum ? added(sum, count) : count);
  }
  return [...sums].toSorted(([left], [right]) => compareTexts(left, right)).map(([, count]) => count);
}

function added(sum: FoldedCount, { yes, no, variants, at }: FoldedCount): FoldedCount {
  const uses = new Map(sum.variants);
  for (const [name, more] of variants) uses.set(name, (uses.get(name) ?? 0) + more);
  return { ...sum, yes: sum.yes + yes, no: sum.no + no, variants: uses, at: Math.max(sum.at, at) };
}
