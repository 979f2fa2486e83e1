import type { MetricsCount, RegisterCount } from '@signalbox/contracts';
import { compositeKey, chunksOf, compareTexts, type EntityManager, mergeRows, type OpenContext } from '@signalbox/kit';
import { forgetOldestApplications, forgetOldestInstances } from './forget-oldest.ts';

const reportsPerUnit = 200;

interface Report {
  readonly appName: string;
  readonly environment: string;
  readonly instanceId: string;
  readonly at: number;
  /** Null: the application sent counts without having registered. */
  readonly register: RegisterCount | null;
}

/** Stores which applications there are and which of their instances run. A count says so, too; a registration says more. */
export async function writeApplications(
  context: OpenContext,
  metrics: readonly MetricsCount[],
  registers: readonly RegisterCount[],
): Promise<void> {
  const reports = newestOfEach([
    ...metrics.map((count) => ({ ...reportOf(count), register: null })),
    ...registers.map((count) => ({ ...reportOf(count), register: count })),
  ]);
  for (const some of chunksOf(reports, reportsPerUnit)) {
    await context.write(async ({ em }) => {
      for (const isRegistered of [false, true]) {
        await writeSome(
          em,
          some.filter(({ register }) => (register !== null) === isRegistered),
          isRegistered,
        );
      }
      for (const environment of new Set(some.map((report) => report.environment))) await forgetOldestInstances(em, environment);
      await forgetOldestApplications(em);
    });
  }
}

function reportOf({ appName, environment, instanceId, at }: MetricsCount | RegisterCount) {
  return { appName, environment, instanceId, at: Date.parse(at) };
}

/** Sorted, one of a kind of message per instance; later ones replace. */
function newestOfEach(reports: readonly Report[]): Report[] {
  const newest = new Map<string, Report>();
  for (const report of reports) {
    if (report.environment.length > 100 || report.appName.length > 255 || report.instanceId.length > 255) continue;
    const key = compositeKey(report.appName, report.environment, report.instanceId, report.register !== null);
    if ((newest.get(key)?.at ?? 0) <= report.at) newest.set(key, report);
  }
  return [...newest].toSorted(([left], [right]) => compareTexts(left, right)).map(([, report]) => report);
}

/** What only a registration says replaces what an earlier one said; a count leaves it as it is. */
async function writeSome(em: EntityManager, reports: readonly Report[], isRegistered: boolean): Promise<void> {
  const said = (column: string) => (isRegistered ? ({ [column]: 'replace' } as const) : {});
  const applications = new Map(
    reports
      .toSorted((left, right) => left.at - right.at)
      .map(({ appName, at, register }) => [
        appName,
        { name: appName, strategies: JSON.stringify(register?.strategies ?? []), created_at: at, seen_at: at },
      ]),
  );
  const sorted = [...applications.values()].toSorted((left, right) => compareTexts(left.name, right.name));
  await mergeRows(em, 'application', { key: ['name'], merge: { seen_at: 'max', ...said('strategies') } }, sorted);
  const instances = reports.map(({ appName, environment, instanceId, at, register }) => ({
    app_name: appName,
    environment,
    instance_id: instanceId,
    sdk_version: register?.sdkVersion ?? null,
    created_at: at,
    seen_at: at,
  }));
  const rule = { key: ['app_name', 'environment', 'instance_id'], merge: { seen_at: 'max', ...said('sdk_version') } } as const;
  await mergeRows(em, 'application_instance', rule, instances);
}
