import { tokenTypes } from '@signalbox/contracts';
import { type ReadContext, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { allowsToken, ApiToken, permissionsFor, projectsSeen } from './api-token.ts';
import { type ApiTokenShape, ApiTokensShape, serializeToken } from './api-token.schema.ts';

export const listTokensRoute = route(
  {
    method: 'get',
    path: '/api/admin/api-tokens',
    summary: 'List the API tokens visible to the caller, with masked secrets',
    permission: permissionsFor('READ'),
    answers: { 200: ApiTokensShape },
    failures: [],
  },
  async (_input, context) => ({ tokens: await readTokens(context) }),
);

export const listTokensByNameRoute = route(
  {
    method: 'get',
    path: '/api/admin/api-tokens/:token',
    summary: 'List the API tokens with a given name, with masked secrets',
    permission: permissionsFor('READ'),
    params: Type.Object({ token: Type.String({ description: 'The name of the tokens.' }) }),
    answers: { 200: ApiTokensShape },
    failures: [],
  },
  async ({ params: { token: name } }, context) => ({ tokens: await readTokens(context, { name }) }),
);

/** The tokens of types that the actor may read, oldest first, except those whose projects are all hidden. */
async function readTokens(context: ReadContext, where: { name?: string } = {}): Promise<ApiTokenShape[]> {
  const readable = tokenTypes.filter((type) => allowsToken(context, 'READ', type));
  const tokens = await context.em.find(ApiToken, { ...where, type: { $in: readable } }, { orderBy: { id: 'asc' } });
  return tokens.filter((token) => projectsSeen(context, token).length > 0).map((token) => serializeToken(context, token));
}
