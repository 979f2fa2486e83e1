import { route } from '@signalbox/kit';
import { Type } from 'typebox';
import { findSignUpLink, SignUpLink } from '../../credential/link/sign-up-link.ts';
import { serializeSignUpLink, serializeSignUpLinks, signUpLinkParams, SignUpLinkShape } from './sign-up-link.schema.ts';

export const listSignUpLinksRoute = route(
  {
    method: 'get',
    path: '/api/admin/invite-link/tokens',
    summary: 'List sign-up links with masked secrets, and the users who signed up with them',
    permission: 'ADMIN',
    answers: { 200: Type.Object({ tokens: Type.Array(SignUpLinkShape) }) },
    failures: [],
  },
  async (_input, { em, now }) => ({
    tokens: await serializeSignUpLinks(em, await em.find(SignUpLink, {}, { orderBy: { id: 'asc' } }), now()),
  }),
);

export const getSignUpLinkRoute = route(
  {
    method: 'get',
    path: '/api/admin/invite-link/tokens/:token',
    summary: 'Get a sign-up link by its id, its secret or its masked secret',
    permission: 'ADMIN',
    params: signUpLinkParams,
    answers: { 200: SignUpLinkShape },
    failures: ['ConflictError', 'NotFoundError'],
  },
  async ({ params }, { em, now }) => serializeSignUpLink(em, await findSignUpLink(em, params.token), now()),
);
