import { DateTime, nullable } from '@signalbox/contracts';
import { compareTexts, type EntityManager, type ReadContext, route } from '@signalbox/kit';
import { containsText } from '@signalbox/table';
import type { ExpressionBuilder } from 'kysely';
import { Type, type Static } from 'typebox';
import { instantOf, type Tables, tablesOf } from '../../tables/tables.ts';
import { fullApplication } from '../../tables/usage.ts';
import { readPastHourOf } from './application-usage.ts';
import { Application, ApplicationQuery, pageOf, serializeApplication } from './application.schema.ts';
import { unnamedInstance } from './instance.ts';
import { countUnknown } from './list-unknown-flags.ts';
import { isOutdated } from './outdated-sdk.ts';
import { isVisibleTo, readProjectsOf } from './visible-application.ts';

const texts = Type.Array(Type.String());

const ApplicationItem = Type.Object({
  ...Application.properties,
  /** Sorted by project. A star stands for all projects if none is known. */
  usage: Type.Array(Type.Object({ project: Type.String(), environments: texts })),
  /** Instances seen in the last day: their number in all environments, their SDKs as `name:version`, and the last report; null without instances. */
  instanceCount: Type.Integer(),
  sdks: texts,
  outdatedSdks: texts,
  lastSeen: nullable(DateTime),
  /** The number of nonexistent features that it requests. */
  unknownCount: Type.Integer(),
  /** Evaluations of visible features in the past 60 minutes. */
  pastHour: Type.Integer(),
});

const ListQuery = Type.Object({ ...ApplicationQuery.properties, project: Type.Optional(Type.String()) });
type ListQuery = Static<typeof ListQuery>;

export const listApplicationsRoute = route(
  {
    method: 'get',
    path: '/api/admin/metrics/applications',
    summary: 'List the applications that use features',
    permission: 'authenticated',
    query: ListQuery,
    answers: { 200: Type.Object({ applications: Type.Array(ApplicationItem), total: Type.Integer() }) },
    failures: [],
  },
  ({ query }, context) => listApplications(context, query),
);

/** Sorted by name, with the projects and environments in which they were seen recently. Executes six statements in total. */
async function listApplications(context: Pick<ReadContext, 'em' | 'actor' | 'access' | 'now'>, query: ListQuery) {
  const { text, limit, offset, order } = pageOf(query);
  const { project } = query;
  if (project !== undefined && !context.access.sees(context.actor, project)) return { applications: [], total: 0 };
  const all = tablesOf(context.em)
    .selectFrom('application')
    .where((named) => containsText(named.ref('name'), text))
    .where(isVisibleTo(context))
    .$if(project !== undefined, (named) => named.where(isUsedIn(project ?? '')));
  const rows = await fullApplication.read(all.orderBy('name', order).limit(limit).offset(offset));
  const { total } = await all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const names = rows.map(({ name }) => name);
  const projects = await readProjectsOf(context, names);
  const instances = await readInstanceGroups(context.em, names);
  const unknown = await countUnknown(context.em, names);
  const pastHour = await readPastHourOf(context, names);
  const applications = rows.map((row) => {
    const groups = instances.get(row.name) ?? [];
    return {
      ...serializeApplication(row),
      strategies: row.strategies,
      usage: usageOf(projects.get(row.name), [...new Set(groups.map(({ environment }) => environment))]),
      ...summarize(groups),
      unknownCount: unknown.get(row.name) ?? 0,
      pastHour: pastHour.get(row.name) ?? 0,
    };
  });
  return { applications, total: Number(total) };
}

const isUsedIn = (project: string) => (where: ExpressionBuilder<Tables, 'application'>) =>
  where.exists(
    where
      .selectFrom('application_project')
      .where('project_id', '=', project)
      .whereRef('application_project.app_name', '=', 'application.name')
      .select('application_project.app_name'),
  );

function usageOf(known: readonly { project: string; environment: string }[] | undefined, environments: string[]) {
  if (!known) return [{ project: '*', environments }];
  const byProject = [...Map.groupBy(known, ({ project }) => project)];
  return byProject.map(([project, own]) => ({ project, environments: own.map(({ environment }) => environment) }));
}

type InstanceGroup = Awaited<ReturnType<typeof readGroups>>[number];

function summarize(groups: readonly InstanceGroup[]) {
  const sdks = [...new Set(groups.flatMap(({ sdk_version }) => sdk_version ?? []))].toSorted(compareTexts);
  return {
    instanceCount: countInstances(groups),
    sdks,
    outdatedSdks: sdks.filter(isOutdated),
    lastSeen: groups.length === 0 ? null : instantOf(Math.max(...groups.map(({ seen_at }) => Number(seen_at)))),
  };
}

/** Reports without an instance only count in environments where no instance is named. */
function countInstances(groups: readonly InstanceGroup[]): number {
  const named = [...Map.groupBy(groups, ({ environment }) => environment).values()].map((own) =>
    own.reduce((sum, { named: count }) => sum + Number(count), 0),
  );
  return named.reduce((sum, count) => sum + Math.max(1, count), 0);
}

/** The recent instances by application, counted by environment and SDK. */
async function readInstanceGroups(em: EntityManager, names: readonly string[]): Promise<Map<string, InstanceGroup[]>> {
  if (names.length === 0) return new Map();
  return Map.groupBy(await readGroups(em, names), ({ app_name }) => app_name);
}

const readGroups = (em: EntityManager, names: readonly string[]) =>
  tablesOf(em)
    .selectFrom('application_instance')
    .where('app_name', 'in', [...names])
    .groupBy(['app_name', 'environment', 'sdk_version'])
    .select(['app_name', 'environment', 'sdk_version'])
    .select(({ fn, eb }) => [
      fn.sum<number>(eb.case().when('instance_id', '=', unnamedInstance).then(0).else(1).end()).as('named'),
      fn.max('seen_at').as('seen_at'),
    ])
    .orderBy('environment')
    .execute();
