import { apiTokenCreated } from '@signalbox/contracts';
import { Reply, route } from '@signalbox/kit';
import { ApiTokenShape, serializeToken } from '../token/api-token.schema.ts';
import { CreateTokenOfProject, issueToken } from '../token/create-token.ts';
import { projectTokensParams, projectTokensPath, refuseUnknownProject } from './project-token.ts';

export const createProjectTokenRoute = route(
  {
    method: 'post',
    path: projectTokensPath,
    summary: 'Create an API token for this project only; only this response contains its secret',
    permission: 'CREATE_PROJECT_API_TOKEN',
    scope: 'project of the path',
    params: projectTokensParams,
    body: CreateTokenOfProject,
    holdsSecret: true,
    answers: { 201: ApiTokenShape },
    headers: { Location: 'The URL of the list of API tokens.' },
    failures: ['BadDataError', 'NotFoundError'],
    events: [apiTokenCreated],
    transaction: { none: 'because the response holds a secret, which must not be stored for repeated requests' },
  },
  async ({ params: { projectId }, body }, context) => {
    const { token, secret } = await context.write(async (work) => {
      await refuseUnknownProject(work.em, projectId);
      return issueToken(work, body, [projectId]);
    });
    return new Reply(serializeToken(context, token, secret), { headers: { location: 'api-tokens', 'cache-control': 'no-store' } });
  },
);
