import { type ReadContext, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { tablesOf } from '../../tables/tables.ts';
import { Creator, serializeCreator } from '../../feature/feature/creator.schema.ts';
import { findProject } from '../../project/project/project.ts';
import { projectParams } from '../../project/project/project.schema.ts';

export const listFeatureCreatorsOfProjectRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/flag-creators',
    summary: 'List the users who created features in a project',
    permission: 'authenticated',
    params: projectParams,
    answers: { 200: Type.Array(Creator) },
    failures: ['NotFoundError'],
  },
  async ({ params: { projectId } }, { em }) => {
    await findProject({ em }, projectId);
    return readCreators(em, (project) => project === projectId);
  },
);

export const listFeatureCreatorsRoute = route(
  {
    method: 'get',
    path: '/api/admin/flag-creators',
    summary: 'List the users who created features in projects visible to the caller',
    permission: 'authenticated',
    answers: { 200: Type.Object({ flagCreators: Type.Array(Creator), total: Type.Integer() }) },
    failures: [],
  },
  (_input, context) => listFeatureCreators(context),
);

async function listFeatureCreators({ em, access, actor }: Pick<ReadContext, 'em' | 'access' | 'actor'>) {
  const flagCreators = await readCreators(em, (project) => access.sees(actor, project));
  return { flagCreators, total: flagCreators.length };
}

/** Sorted by id, including creators of archived features. Uses the name in each creator's latest feature. */
async function readCreators(em: ReadContext['em'], isMeant: (project: string) => boolean): Promise<Creator[]> {
  const rows = await tablesOf(em)
    .selectFrom('feature')
    .where('created_by_user_id', 'is not', null)
    .groupBy(['created_by_user_id', 'created_by', 'project_id'])
    .select(['created_by_user_id', 'created_by', 'project_id'])
    .orderBy('created_by_user_id')
    .orderBy(({ fn }) => fn.max('created_at'))
    .execute();
  const creators = rows
    .filter(({ project_id }) => isMeant(project_id))
    .flatMap(({ created_by_user_id, created_by }) => serializeCreator(created_by_user_id, created_by) ?? []);
  return [...new Map(creators.map((creator) => [creator.id, creator])).values()];
}
