import { apiTokenDeleted, Failure } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { lockToken } from '../token/find-token.ts';
import { revokeToken } from '../token/revoke-token.ts';
import { projectTokenParams, projectTokensPath } from './project-token.ts';

export const deleteProjectTokenRoute = route(
  {
    method: 'delete',
    path: `${projectTokensPath}/:token`,
    summary: 'Revoke an API token of the project by its id, its secret or its masked secret',
    permission: 'DELETE_PROJECT_API_TOKEN',
    scope: 'project of the path',
    params: projectTokenParams,
    answers: { 200: empty },
    failures: ['BadDataError', 'ConflictError', 'NotFoundError'],
    events: [apiTokenDeleted],
  },
  ({ params }, context) => deleteProjectToken(context, params.projectId, params.token),
);

/** Permission in one project must not allow revoking a token that another project uses. */
async function deleteProjectToken(context: Context, projectId: string, named: string): Promise<void> {
  const token = await lockToken(context, named, ({ projects }) => projects.includes(projectId));
  if (token.projects.length > 1)
    throw new Failure('BadDataError', 'This token also covers other projects. Ask a user who manages all API tokens to revoke it.');
  revokeToken(context, token);
}
