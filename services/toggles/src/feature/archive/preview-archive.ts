import { type EntityManager, changesNothing, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { projectParams } from '../../project/project/project.schema.ts';
import { tablesOf } from '../../tables/tables.ts';
import { FeatureNames } from '../feature/feature.schema.ts';

const ArchivePreview = Type.Object({ parentsWithChildFeatures: Type.Array(Type.String()), hasDeletedDependencies: Type.Boolean() });

export const previewArchiveRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/archive/validate',
    summary: 'Preview the effects of archiving several features',
    permission: 'DELETE_FEATURE',
    scope: 'project of the path',
    params: projectParams,
    body: FeatureNames,
    answers: { 200: ArchivePreview },
    failures: [],
    ...changesNothing,
  },
  ({ params, body }, { em }) => previewArchive(em, params.projectId, body.features),
);

/** The named features that would be refused because others depend on them, and whether dependencies would be removed. */
async function previewArchive(em: EntityManager, project: string, names: readonly string[]): Promise<Static<typeof ArchivePreview>> {
  if (names.length === 0) return { parentsWithChildFeatures: [], hasDeletedDependencies: false };
  const dependencies = await tablesOf(em)
    .selectFrom('feature_dependency')
    .innerJoin('feature', 'feature.name', 'feature_dependency.child')
    .where('feature.project_id', '=', project)
    .where((on) => on.or([on('child', 'in', names), on('parent', 'in', names)]))
    .select(['child', 'parent'])
    .orderBy('parent')
    .execute();
  const named = new Set(names);
  const standing = dependencies.filter(({ child, parent }) => named.has(parent) && !named.has(child));
  return {
    parentsWithChildFeatures: [...new Set(standing.map(({ parent }) => parent))],
    hasDeletedDependencies: dependencies.length > 0,
  };
}
