import { DateTime, Failure, publicSignupTokenUpdated } from '@signalbox/contracts';
import { route } from '@signalbox/kit';
import { Type } from 'typebox';
import { findSignUpLink } from '../../credential/link/sign-up-link.ts';
import { switchSignUpLink } from '../../credential/link/switch-sign-up-link.ts';
import { reportCap, signUpExpiry } from './sign-up-expiry.ts';
import { serializeSignUpLink, signUpLinkParams, WrittenSignUpLink } from './sign-up-link.schema.ts';

export const updateSignUpLinkRoute = route(
  {
    method: 'put',
    path: '/api/admin/invite-link/tokens/:token',
    summary: 'Enable or disable a sign-up link, or change its expiry',
    permission: 'ADMIN',
    params: signUpLinkParams,
    body: Type.Object({ expiresAt: Type.Optional(DateTime), enabled: Type.Optional(Type.Boolean()) }),
    holdsSecret: true,
    answers: { 200: WrittenSignUpLink },
    failures: ['BadDataError', 'ConflictError', 'NotFoundError'],
    events: [publicSignupTokenUpdated],
  },
  async ({ params, body: { enabled, expiresAt } }, context) => {
    if (enabled === undefined && expiresAt === undefined)
      throw new Failure('BadDataError', 'enabled or expiresAt is required.', { path: 'enabled' });
    const link = await findSignUpLink(context.em, params.token);
    const now = context.now();
    switchSignUpLink(context, link, {
      ...(enabled !== undefined && { enabled }),
      ...(expiresAt !== undefined && { expiresAt: signUpExpiry(expiresAt, now) }),
    });
    return { ...(await serializeSignUpLink(context.em, link, now)), ...reportCap(expiresAt, link) };
  },
);
