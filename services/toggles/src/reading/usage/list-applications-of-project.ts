import { compareTexts, type EntityManager, route } from '@signalbox/kit';
import { containsText } from '@signalbox/table';
import { Type } from 'typebox';
import { type Tables, tablesOf } from '../../tables/tables.ts';
import { findProject } from '../../project/project/project.ts';
import { projectParams } from '../../project/project/project.schema.ts';
import { ApplicationQuery, pageOf } from './application.schema.ts';

const texts = Type.Array(Type.String());

const ApplicationOfProject = Type.Object({
  name: Type.String(),
  environments: texts,
  instances: texts,
  sdks: Type.Array(Type.Object({ name: Type.String(), versions: texts })),
});

export const listApplicationsOfProjectRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/applications',
    summary: 'List the applications that use features of a project',
    permission: 'authenticated',
    scope: 'project of the path',
    params: projectParams,
    query: ApplicationQuery,
    answers: { 200: Type.Object({ applications: Type.Array(ApplicationOfProject), total: Type.Integer() }) },
    failures: ['NotFoundError'],
  },
  async ({ params, query }, context) => {
    await findProject(context, params.projectId);
    return listApplicationsOfProject(context.em, params.projectId, query);
  },
);

/** Sorted by name, with instances of the last day. Executes three statements in total. */
async function listApplicationsOfProject(em: EntityManager, project: string, query: ApplicationQuery) {
  const { text, limit, offset, order } = pageOf(query);
  const all = tablesOf(em)
    .selectFrom('application_project')
    .where('project_id', '=', project)
    .where((named) => containsText(named.ref('app_name'), text));
  const counted = await all.select(({ fn }) => fn.count<number>('app_name').distinct().as('total')).executeTakeFirstOrThrow();
  const page = await all.select('app_name').distinct().orderBy('app_name', order).limit(limit).offset(offset).execute();
  const names = page.map(({ app_name }) => app_name);
  const instances = await readInstancesOf(em, project, names);
  return {
    applications: names.map((name) => serializeOfProject(name, instances.get(name) ?? [])),
    total: Number(counted.total),
  };
}

type Row = Pick<Tables['application_instance'], 'instance_id' | 'sdk_version'> & { name: string; environment: string };

/** At least one row per environment, without an instance if none was seen recently. */
async function readInstancesOf(em: EntityManager, project: string, names: readonly string[]): Promise<Map<string, NullableRow[]>> {
  if (names.length === 0) return new Map();
  const rows = await tablesOf(em)
    .selectFrom('application_project as used')
    .leftJoin('application_instance as instance', (join) =>
      join.onRef('instance.app_name', '=', 'used.app_name').onRef('instance.environment', '=', 'used.environment'),
    )
    .where('used.project_id', '=', project)
    .where('used.app_name', 'in', [...names])
    .select(['used.app_name as name', 'used.environment', 'instance.instance_id', 'instance.sdk_version'])
    .orderBy('used.environment')
    .orderBy('instance.instance_id')
    .execute();
  return Map.groupBy(rows, ({ name }) => name);
}

type NullableRow = { readonly [K in keyof Row]: Row[K] | null } & { readonly name: string; readonly environment: string };

function serializeOfProject(name: string, rows: readonly NullableRow[]) {
  return {
    name,
    environments: [...new Set(rows.map(({ environment }) => environment))],
    instances: [...new Set(rows.flatMap(({ instance_id }) => instance_id ?? []))],
    sdks: sdksOf(rows),
  };
}

/** SDKs identify themselves as `name:version`. */
function sdksOf(rows: readonly NullableRow[]) {
  const sdks = rows.flatMap(({ sdk_version }) => (sdk_version ? [sdk_version.split(':', 2)] : []));
  const versions = Map.groupBy(sdks, ([name = '']) => name);
  return [...versions]
    .toSorted(([left], [right]) => compareTexts(left, right))
    .map(([name, own]) => ({ name, versions: [...new Set(own.flatMap(([, version]) => version ?? []))].toSorted(compareTexts) }));
}
