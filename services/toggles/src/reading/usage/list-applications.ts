import { type EntityManager, type ReadContext, route } from '@signalbox/kit';
import { containsText } from '@signalbox/table';
import { Type } from 'typebox';
import { tablesOf } from '../../tables/tables.ts';
import { Application, ApplicationQuery, pageOf, serializeApplication, namesOfStrategies } from './application.schema.ts';
import { isVisibleTo, readProjectsOf } from './visible-application.ts';

const ApplicationItem = Type.Object({
  ...Application.properties,
  /** Sorted by project. A star stands for all projects if none is known. */
  usage: Type.Array(Type.Object({ project: Type.String(), environments: Type.Array(Type.String()) })),
});

export const listApplicationsRoute = route(
  {
    method: 'get',
    path: '/api/admin/metrics/applications',
    summary: 'List the applications that use features',
    permission: 'authenticated',
    query: ApplicationQuery,
    answers: { 200: Type.Object({ applications: Type.Array(ApplicationItem), total: Type.Integer() }) },
    failures: [],
  },
  ({ query }, context) => listApplications(context, query),
);

/** Sorted by name, with the projects and environments in which they were seen recently. Executes four statements in total. */
export async function listApplications(context: Pick<ReadContext, 'em' | 'actor' | 'access'>, query: ApplicationQuery) {
  const { text, limit, offset, order } = pageOf(query);
  const all = tablesOf(context.em)
    .selectFrom('application')
    .where((named) => containsText(named.ref('name'), text))
    .where(isVisibleTo(context));
  const rows = await all.selectAll().orderBy('name', order).limit(limit).offset(offset).execute();
  const { total } = await all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const names = rows.map(({ name }) => name);
  const projects = await readProjectsOf(context, names);
  const environments = await readEnvironments(context.em, names);
  const applications = rows.map((row) => ({
    ...serializeApplication(row),
    strategies: namesOfStrategies(row),
    usage: usageOf(projects.get(row.name), environments.get(row.name)),
  }));
  return { applications, total: Number(total) };
}

function usageOf(known: readonly { project: string; environment: string }[] | undefined, environments: string[] = []) {
  if (!known) return [{ project: '*', environments }];
  const byProject = [...Map.groupBy(known, ({ project }) => project)];
  return byProject.map(([project, own]) => ({ project, environments: own.map(({ environment }) => environment) }));
}

async function readEnvironments(em: EntityManager, names: readonly string[]): Promise<Map<string, string[]>> {
  if (names.length === 0) return new Map();
  const rows = await tablesOf(em)
    .selectFrom('application_instance')
    .where('app_name', 'in', [...names])
    .select(['app_name', 'environment'])
    .distinct()
    .orderBy('environment')
    .execute();
  const grouped = Map.groupBy(rows, ({ app_name }) => app_name);
  return new Map([...grouped].map(([name, own]) => [name, own.map(({ environment }) => environment)]));
}
