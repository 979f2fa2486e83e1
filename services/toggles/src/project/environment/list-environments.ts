import { EnvironmentShape } from '@signalbox/contracts';
import { type ReadContext, route } from '@signalbox/kit';
import { isAnyOf, Projection } from '@signalbox/table';
import { Type } from 'typebox';
import { environmentTable } from '../../tables/project.ts';
import { tablesOf } from '../../tables/tables.ts';
import { countTokens } from './token-count.ts';

const EnvironmentWithCounts = Type.Object({
  ...EnvironmentShape.properties,
  projectCount: Type.Integer(),
  apiTokenCount: Type.Integer(),
  enabledToggleCount: Type.Integer(),
});

export const listEnvironmentsRoute = route(
  {
    method: 'get',
    path: '/api/admin/environments',
    summary: 'List the environments and how much each is used',
    permission: 'authenticated',
    answers: { 200: Type.Object({ version: Type.Literal(1), environments: Type.Array(EnvironmentWithCounts) }) },
    failures: [],
  },
  async (_input, context) => ({ version: 1 as const, environments: await listEnvironments(context) }),
);

/** Lists environments by sort order, then by creation. Counts projects that the caller can see, and their features. */
async function listEnvironments(context: ReadContext) {
  const { em } = context;
  const query = tablesOf(em)
    .selectFrom('environment')
    .leftJoin(projectsUsing(context), 'used.environment', 'environment.name')
    .leftJoin(featuresOn(context), 'switched_on.environment', 'environment.name')
    .select(['projects', 'features'])
    .orderBy('sort_order')
    .orderBy('created_at')
    .orderBy('name');
  const rows = await shown.read(query);
  const tokens = await countTokens(em);
  return rows.map(({ projects, features, ...environment }) => ({
    ...environment,
    projectCount: Number(projects ?? 0),
    apiTokenCount: tokens.get(environment.name) ?? 0,
    enabledToggleCount: Number(features ?? 0),
  }));
}

const shown = new Projection(environmentTable, ['name', 'type', 'enabled', 'protected', 'sortOrder']);

const projectsUsing = ({ em, access, actor }: ReadContext) =>
  tablesOf(em)
    .selectFrom('project_environment')
    .where((row) => isAnyOf(row.ref('project_id'), access.visibleTo(actor)))
    .groupBy('environment')
    .select(({ fn }) => ['environment', fn.countAll<number>().as('projects')])
    .as('used');

const featuresOn = ({ em, access, actor }: ReadContext) =>
  tablesOf(em)
    .selectFrom('feature_environment')
    .innerJoin('feature', 'feature.name', 'feature_environment.feature_name')
    .where('feature_environment.enabled', '=', 1)
    .where('feature.archived_at', 'is', null)
    .where((row) => isAnyOf(row.ref('feature.project_id'), access.visibleTo(actor)))
    .groupBy('feature_environment.environment')
    .select(({ fn }) => ['feature_environment.environment', fn.countAll<number>().as('features')])
    .as('switched_on');
