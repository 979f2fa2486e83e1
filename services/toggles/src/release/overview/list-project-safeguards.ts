import { nullable, Safeguard } from '@signalbox/contracts';
import { compareTexts, type ReadContext, route } from '@signalbox/kit';
import { Projection } from '@signalbox/table';
import { Type } from 'typebox';
import { findProject } from '../../project/project/project.ts';
import { projectParams } from '../../project/project/project.schema.ts';
import { environmentSafeguardsTable, releasePlanTable } from '../../tables/release.ts';
import { tablesOf } from '../../tables/tables.ts';

const ProjectSafeguards = Type.Object({
  guarded: Type.Array(
    Type.Object({
      featureName: Type.String(),
      environment: Type.String(),
      /** The release plan that the safeguards belong to. Null for safeguards of the feature itself. */
      plan: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
      safeguards: Type.Array(Safeguard),
    }),
  ),
});

export const listProjectSafeguardsRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/safeguards',
    summary: 'List the release plans of a project with their safeguards, and its features with safeguards of their own',
    permission: 'authenticated',
    scope: 'project of the path',
    params: projectParams,
    answers: { 200: ProjectSafeguards },
    failures: ['NotFoundError'],
  },
  async ({ params }, context) => {
    await findProject(context, params.projectId);
    return { guarded: await listGuarded(context, params.projectId) };
  },
);

/** Sorted by feature and environment. Leaves out archived features. Executes two statements. */
async function listGuarded({ em }: ReadContext, project: string) {
  const tables = tablesOf(em);
  const names = tables.selectFrom('feature').where('project_id', '=', project).where('archived_at', 'is', null).select('name');
  const plans = await ofPlan.read(tables.selectFrom('release_plan').where('feature_name', 'in', names));
  const features = await ofFeature.read(tables.selectFrom('environment_safeguards').where('feature_name', 'in', names));
  return [
    ...plans.map(({ id, name, safeguards, ...key }) => ({ ...key, plan: { id, name }, safeguards: safeguards ?? [] })),
    ...features.map((own) => ({ ...own, plan: null })),
  ].toSorted((one, other) => compareTexts(one.featureName, other.featureName) || compareTexts(one.environment, other.environment));
}

const ofPlan = new Projection(releasePlanTable, ['featureName', 'environment', 'id', 'name', 'safeguards']);
const ofFeature = new Projection(environmentSafeguardsTable, ['featureName', 'environment', 'safeguards']);
