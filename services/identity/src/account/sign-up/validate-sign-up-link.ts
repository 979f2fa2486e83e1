import { empty, route } from '@signalbox/kit';
import { refuseDisabledPasswords } from '../../credential/log-in/password-log-in.ts';
import { findOpenLink } from '../../credential/link/sign-up-link.ts';
import { signUpLinkParams } from './sign-up-link.schema.ts';

export const validateSignUpLinkRoute = route(
  {
    method: 'get',
    path: '/invite/:token/validate',
    summary: 'Check whether a sign-up link is valid',
    permission: 'public',
    params: signUpLinkParams,
    answers: { 200: empty },
    failures: ['BadDataError', 'DisabledError'],
  },
  async ({ params }, context) => {
    await refuseDisabledPasswords(context);
    await findOpenLink(context.em, params.token, context.now());
  },
);
