import { containsText, type EntityManager, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { tablesOf } from '../../base/database/tables.ts';
import { Application, presentApplication } from './application.schema.ts';

const Query = Type.Object({
  query: Type.Optional(Type.String()),
  offset: Type.Optional(Type.String()),
  limit: Type.Optional(Type.String()),
  /** They are sorted by name, whatever this says. */
  sortBy: Type.Optional(Type.String()),
  sortOrder: Type.Optional(Type.String()),
});

const ApplicationItem = Type.Object({
  ...Application.properties,
  /** SDKs do not say for which project they ask; a star stands for all. */
  usage: Type.Array(Type.Object({ project: Type.String(), environments: Type.Array(Type.String()) })),
});

export const listApplicationsRoute = route(
  {
    method: 'get',
    path: '/api/admin/metrics/applications',
    summary: 'List the applications that use features',
    permission: 'authenticated',
    query: Query,
    answers: { 200: Type.Object({ applications: Type.Array(ApplicationItem), total: Type.Integer() }) },
    failures: [],
  },
  ({ query }, { em }) => listApplications(em, query),
);

const maxPerPage = 1000;

/** By name, with the environments that their instances were seen in lately. Three statements, whatever their number. */
export async function listApplications(em: EntityManager, { query = '', offset, limit, sortOrder }: Static<typeof Query>) {
  const all = tablesOf(em)
    .selectFrom('application')
    .where((named) => containsText(named.ref('name'), query.trim()));
  const rows = await all
    .selectAll()
    .orderBy('name', sortOrder === 'desc' ? 'desc' : 'asc')
    .limit(positive(limit, maxPerPage))
    .offset(positive(offset, 0))
    .execute();
  const { total } = await all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const environments = await readEnvironments(
    em,
    rows.map(({ name }) => name),
  );
  const applications = rows.map((row) => ({
    ...presentApplication(row),
    usage: [{ project: '*', environments: environments.get(row.name) ?? [] }],
  }));
  return { applications, total: Number(total) };
}

function positive(text: string | undefined, otherwise: number): number {
  const number = Math.trunc(Number(text));
  return number > 0 ? Math.min(number, otherwise || Number.MAX_SAFE_INTEGER) : otherwise;
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
