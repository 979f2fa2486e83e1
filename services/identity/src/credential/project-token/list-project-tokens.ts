import { route } from '@signalbox/kit';
import { ApiToken } from '../token/api-token.ts';
import { ApiTokensShape, serializeToken } from '../token/api-token.schema.ts';
import { projectTokensParams, projectTokensPath, refuseUnknownProject } from './project-token.ts';

export const listProjectTokensRoute = route(
  {
    method: 'get',
    path: projectTokensPath,
    summary: 'List the API tokens of the project, with masked secrets',
    permission: 'READ_PROJECT_API_TOKEN',
    scope: 'project of the path',
    params: projectTokensParams,
    answers: { 200: ApiTokensShape },
    failures: ['NotFoundError'],
  },
  async ({ params: { projectId } }, context) => {
    await refuseUnknownProject(context.em, projectId);
    const tokens = await context.em.find(ApiToken, {}, { orderBy: { id: 'asc' } });
    return { tokens: tokens.filter(({ projects }) => projects.includes(projectId)).map((token) => serializeToken(context, token)) };
  },
);
