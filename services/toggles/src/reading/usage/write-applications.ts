import type { MetricsCount, RegisterCount, SdkDetails } from '@signalbox/contracts';
import { chunksOf, compareTexts, type EntityManager, type OpenContext } from '@signalbox/kit';
import { mergeRows, compositeKey } from '@signalbox/table';
import { type ApplicationProject, noteProjects } from './note-projects.ts';
import { forgetOldestApplications, forgetOldestInstances } from './forget-oldest.ts';

const reportsPerUnit = 200;

interface Report {
  readonly appName: string;
  readonly environment: string;
  readonly instanceId: string;
  readonly sdkType: string | null;
  readonly sdkVersion: string | null;
  readonly sdkDetails: SdkDetails | null;
  /** The projects of its token. */
  readonly projects: readonly string[];
  readonly at: number;
  /** Null if the application sent counts without registering. */
  readonly register: RegisterCount | null;
}

/** Stores applications and their running instances from counts and registrations. Registrations contain more properties. */
export async function writeApplications(
  context: OpenContext,
  { metrics, registers }: { readonly metrics: readonly MetricsCount[]; readonly registers: readonly RegisterCount[] },
  environments: ReadonlySet<string>,
): Promise<void> {
  const all = [
    ...metrics.map((count) => ({ ...reportOf(count), register: null })),
    ...registers.map((count) => ({ ...reportOf(count), register: count })),
  ];
  const reports = newestOfEach(all.filter(({ environment }) => environments.has(environment)));
  for (const some of chunksOf(reports, reportsPerUnit)) {
    await context.write(async ({ em }) => {
      for (const [columns, group] of groupByColumns(some)) await writeSome(em, group, columns);
      await noteProjects(em, some.flatMap(projectsOf));
      for (const environment of new Set(some.map((report) => report.environment))) await forgetOldestInstances(em, environment);
      await forgetOldestApplications(em);
    });
  }
}

function reportOf({ appName, environment, instanceId, projects = [], at, ...sdk }: MetricsCount | RegisterCount) {
  const { sdkType = null, sdkVersion = null, sdkDetails = null } = sdk;
  return { appName, environment, instanceId, sdkType, sdkVersion, sdkDetails, projects, at: Date.parse(at) };
}

/** The optional columns that a report contains. */
type ReportedColumns = readonly ('sdk_details' | 'sdk_version' | 'strategies')[];

/** Groups reports by their columns: counts first, then registrations, which are more complete. */
function groupByColumns(reports: readonly Report[]): [ReportedColumns, Report[]][] {
  const groups = Map.groupBy(reports, (report) => compositeKey(report.register !== null, ...columnsOf(report)));
  const sorted = [...groups].toSorted(([left], [right]) => compareTexts(left, right));
  return sorted.map(([, group]) => [group.slice(0, 1).flatMap(columnsOf), group]);
}

function columnsOf({ register, sdkVersion, sdkDetails }: Report): ReportedColumns[number][] {
  const columns: ReportedColumns[number][] = [];
  if (sdkDetails !== null) columns.push('sdk_details');
  if (register !== null || sdkVersion !== null) columns.push('sdk_version');
  if (register !== null) columns.push('strategies');
  return columns;
}

/** Tokens name few projects or all. Applications of tokens with more get their projects from their counts. */
const maxNamed = 20;

function projectsOf({ appName, environment, projects, at }: Report): ApplicationProject[] {
  if (projects.includes('*') || projects.length > maxNamed) return [];
  return projects.map((project) => ({ appName, environment, project, at }));
}

/** The newest report of each kind per instance, sorted. */
function newestOfEach(reports: readonly Report[]): Report[] {
  const newest = new Map<string, Report>();
  for (const report of reports) {
    if (report.appName.length > 255 || report.instanceId.length > 255) continue;
    const key = compositeKey(report.appName, report.environment, report.instanceId, report.register !== null);
    if ((newest.get(key)?.at ?? 0) <= report.at) newest.set(key, report);
  }
  return [...newest].toSorted(([left], [right]) => compareTexts(left, right)).map(([, report]) => report);
}

/** Replaces the columns that the reports contain, and keeps the others. */
async function writeSome(em: EntityManager, reports: readonly Report[], columns: ReportedColumns): Promise<void> {
  const replaced = (column: ReportedColumns[number]) => (columns.includes(column) ? ({ [column]: 'replace' } as const) : {});
  const applications = new Map(
    reports
      .toSorted((left, right) => left.at - right.at)
      .map(({ appName, at, register }) => [
        appName,
        { name: appName, strategies: JSON.stringify(register?.strategies ?? []), created_at: at, seen_at: at },
      ]),
  );
  const sorted = [...applications.values()].toSorted((left, right) => compareTexts(left.name, right.name));
  await mergeRows(em, 'application', { key: ['name'], merge: { seen_at: 'max', ...replaced('strategies') } }, sorted);
  const instances = reports.map(({ appName, environment, instanceId, sdkType, sdkVersion, sdkDetails, at }) => ({
    app_name: appName,
    environment,
    instance_id: instanceId,
    sdk_version: sdkVersion,
    sdk_type: sdkType,
    sdk_details: sdkDetails && JSON.stringify(sdkDetails),
    created_at: at,
    seen_at: at,
  }));
  const rule = {
    key: ['app_name', 'environment', 'instance_id'],
    merge: { seen_at: 'max', sdk_type: 'replace', ...replaced('sdk_version'), ...replaced('sdk_details') },
  } as const;
  await mergeRows(em, 'application_instance', rule, instances);
}
