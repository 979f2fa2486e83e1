import { type EntityManager, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { findProject } from '../../project/project/project.ts';
import type { FeatureKey } from '../feature/feature.ts';
import { featureParams } from '../feature/feature.schema.ts';
import { tablesOf } from '../../tables/tables.ts';

export const listPossibleParentsRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/features/:featureName/parents',
    summary: 'List the features that a feature can depend on',
    permission: 'authenticated',
    params: featureParams,
    answers: { 200: Type.Array(Type.String()) },
    failures: ['NotFoundError'],
  },
  async ({ params }, context) => {
    await findProject(context, params.projectId);
    return listPossibleParents(context.em, params);
  },
);

/** The other active features of the project that have no parent, sorted by name. Empty for an unknown feature. */
async function listPossibleParents(em: EntityManager, { projectId, featureName }: FeatureKey): Promise<string[]> {
  const rows = await tablesOf(em)
    .selectFrom('feature as child')
    .innerJoin('feature as parent', 'parent.project_id', 'child.project_id')
    .where('child.name', '=', featureName)
    .where('child.project_id', '=', projectId)
    .where('child.archived_at', 'is', null)
    .where('parent.name', '!=', featureName)
    .where('parent.archived_at', 'is', null)
    .where((parent) =>
      parent.not(
        parent.exists(
          parent
            .selectFrom('feature_dependency')
            .select('feature_dependency.child')
            .whereRef('feature_dependency.child', '=', 'parent.name'),
        ),
      ),
    )
    .select('parent.name')
    .orderBy('parent.name')
    .execute();
  return rows.map(({ name }) => name);
}
