import { patCreated, patDeleted } from '@signalbox/contracts';
import { empty, route } from '@signalbox/kit';
import { issuePersonalToken, NewPersonalToken } from '../../credential/personal-token/issue-personal-token.ts';
import {
  IssuedTokenShape,
  PersonalTokensShape,
  serializePersonalToken,
  replyIssued,
} from '../../credential/personal-token/personal-token.schema.ts';
import { readPersonalTokens, revokePersonalToken } from '../../credential/personal-token/revoke-personal-token.ts';
import { findServiceAccount } from './service-account.ts';
import { serviceAccountParams, serviceAccountTokenParams } from './service-account.schema.ts';

const path = '/api/admin/service-account/:id/token';

export const listServiceAccountTokensRoute = route(
  {
    method: 'get',
    path,
    summary: 'List the tokens of a service account, without secrets',
    permission: 'ADMIN',
    params: serviceAccountParams,
    answers: { 200: PersonalTokensShape },
    failures: ['NotFoundError'],
  },
  async ({ params }, { em }) => {
    const { id } = await findServiceAccount(em, params.id);
    return { pats: (await readPersonalTokens(em, id)).map(serializePersonalToken) };
  },
);

export const createServiceAccountTokenRoute = route(
  {
    method: 'post',
    path,
    summary: 'Create a token for a service account; only this response contains its secret',
    permission: 'ADMIN',
    params: serviceAccountParams,
    body: NewPersonalToken,
    holdsSecret: true,
    answers: { 201: IssuedTokenShape },
    failures: ['BadDataError', 'NameExistsError', 'NotFoundError', 'OperationDeniedError', 'StepUpRequired'],
    events: [patCreated],
    transaction: { none: 'because the response holds a secret, which must not be stored for repeated requests' },
  },
  async ({ params, body }, context) => {
    const { id } = await findServiceAccount(context.em, params.id);
    return replyIssued(await context.write((work) => issuePersonalToken(work, id, body)));
  },
);

export const deleteServiceAccountTokenRoute = route(
  {
    method: 'delete',
    path: `${path}/:tokenId`,
    summary: 'Revoke a token of a service account',
    permission: 'ADMIN',
    params: serviceAccountTokenParams,
    answers: { 200: empty },
    failures: ['NotFoundError'],
    events: [patDeleted],
  },
  async ({ params }, context) => revokePersonalToken(context, (await findServiceAccount(context.em, params.id)).id, params.tokenId),
);
