import { type ReadContext, routeWith } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { readLogInWays } from '../../access/state/log-in-ways.ts';
import type { MailState } from '../../base/mail/open-mailer.ts';

const Way = Type.Object({
  kind: Type.Enum(['password', 'passkey', 'saml', 'oidc']),
  title: Type.String(),
  href: Type.String({ description: 'The URL to open in the browser for saml and oidc; otherwise the URL to send the credential to.' }),
});

const Ways = Type.Object({
  ways: Type.Array(Way, { description: 'The first one is recommended.' }),
  resetsByMail: Type.Boolean({ description: 'Whether users can request a password reset mail.' }),
});

const password = { kind: 'password', title: 'Log in with a password', href: '/auth/simple/login' } as const;
const passkey = { kind: 'passkey', title: 'Use a passkey', href: '/auth/passkey/login' } as const;

export const listLogInWaysRoute = routeWith<MailState>()(
  {
    method: 'get',
    path: '/auth/ways',
    summary: 'List the available ways to log in',
    permission: 'public',
    answers: { 200: Ways },
    failures: [],
  },
  async (_input, context) => listLogInWays(context, context.state.mailer.isEnabled),
);

async function listLogInWays({ em, settings }: Pick<ReadContext, 'em' | 'settings'>, hasMail: boolean): Promise<Static<typeof Ways>> {
  const { options = [], passwordHidden = false } = (await readLogInWays(em, settings)) ?? {};
  const elsewhere = options.map(({ type, message, path }) => ({ kind: type as 'saml' | 'oidc', title: message, href: path }));
  return {
    ways: [...(passwordHidden ? [] : [password]), ...elsewhere, passkey],
    resetsByMail: hasMail && !passwordHidden,
  };
}
