import { codeReferencesUpdated, Failure } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import type { Static } from 'typebox';
import { tablesOf } from '../../tables/tables.ts';
import { CodeBranch } from './code-branch.ts';
import { repositoryParams } from './references.schema.ts';

export const removeRepositoryRoute = route(
  {
    method: 'delete',
    path: '/api/admin/projects/:projectId/code-references/:repository',
    summary: 'Remove a repository with the references of all its branches',
    permission: 'UPDATE_CODE_REFERENCES',
    scope: 'project of the path',
    params: repositoryParams,
    answers: { 200: empty },
    failures: ['NotFoundError'],
    events: [codeReferencesUpdated],
  },
  ({ params }, context) => removeRepository(context, params),
);

async function removeRepository(context: Context, { projectId: project, repository }: Static<typeof repositoryParams>): Promise<void> {
  const { em } = context;
  const used = await tablesOf(em)
    .selectFrom('code_use')
    .innerJoin('code_branch', 'code_branch.id', 'branch_id')
    .where('project_id', '=', project)
    .where('repository', '=', repository)
    .where('location_count', '>', 0)
    .select(({ fn }) => fn.count<number>('feature_name').distinct().as('features'))
    .executeTakeFirstOrThrow();
  const removed = await em.nativeDelete(CodeBranch, { project, repository });
  if (removed === 0) throw new Failure('NotFoundError', `There is no repository ${repository} in project ${project}.`);
  const nothing = { branch: null, commit: null, references: 0, features: 0, appeared: 0 };
  context.publish(codeReferencesUpdated, { project, data: { repository, ...nothing, disappeared: Number(used.features) } });
}
