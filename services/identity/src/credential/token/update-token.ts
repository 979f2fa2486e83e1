import { apiTokenUpdated, DateTime } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { refuseWithoutProof } from '../factor/refuse-without-proof.ts';
import { type ApiToken, publishToken, permissionsFor, eventKeys, tokenParams } from './api-token.ts';
import { tokenFact } from './api-token.schema.ts';
import { findToken } from './find-token.ts';
import { futureExpiry, refuseHiddenProjects } from './token-rules.ts';

export const updateTokenRoute = route(
  {
    method: 'put',
    path: '/api/admin/api-tokens/:token',
    summary: 'Change the expiry of an API token',
    permission: permissionsFor('UPDATE'),
    params: tokenParams,
    body: Type.Object({ expiresAt: DateTime }),
    answers: { 200: empty },
    failures: ['BadDataError', 'ConflictError', 'NoAccessError', 'NotFoundError', 'StepUpRequired'],
    events: [apiTokenUpdated],
  },
  ({ params, body }, context) => updateToken(context, params.token, body.expiresAt),
);

async function updateToken(context: Context, named: string, expiresAt: string): Promise<void> {
  const token = await findToken(context, named, 'UPDATE');
  refuseHiddenProjects(context, token.projects);
  if (token.type === 'admin') await refuseWithoutProof(context); // An expired admin token would become valid again.
  changeExpiry(context, token, futureExpiry(expiresAt, context.now()));
}

/** The new expiry takes effect immediately everywhere. */
export function changeExpiry(context: Context, token: ApiToken, expiresAt: Date): void {
  if (token.expiresAt?.getTime() === expiresAt.getTime()) return;
  const preData = tokenFact(token);
  token.expiresAt = expiresAt;
  publishToken(context, token);
  context.publish(apiTokenUpdated, { ...eventKeys(token), data: tokenFact(token), preData });
}
