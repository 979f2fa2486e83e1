import { randomBytes } from 'node:crypto';
import { Failure, groupUpdated, hashSecret, patDeleted, userCreated, userUpdated } from '@signalbox/contracts';
import { type Context, empty, Reply, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { claimRevision } from '../../base/revision.ts';
import { admitUser, notStored, singleSignOn } from '../entry/enter.ts';
import { type SamlAssertion, readAssertion } from './read-assertion.ts';
import { findSaml } from './saml-provider.ts';
import { UsedAssertion } from '../../tables/session.ts';
import type { SamlSettings } from '../../tables/sign-on-setting.ts';

/**
 * Browsers send the assertion from another site's page, and therefore without cookies. So it opens no session: the browser is redirected
 * with a code, and must then prove that it made the request (decision 56).
 */
export const receiveAssertionRoute = route(
  {
    method: 'post',
    path: '/auth/saml/callback',
    summary: 'Receive the SAML response of the identity provider (assertion consumer service)',
    permission: 'public',
    body: Type.Object({ SAMLResponse: Type.String({ minLength: 1, maxLength: 90_000 }), RelayState: Type.Optional(Type.String()) }),
    bodyTypes: ['application/x-www-form-urlencoded'],
    answers: { 303: empty },
    headers: { Location: 'The URL that opens the session in the browser that started the login.' },
    failures: ['AuthenticationRequired', 'BadDataError', 'ForbiddenError', 'NotFoundError'],
    events: [groupUpdated, patDeleted, userCreated, userUpdated],
    transaction: { none: 'because it writes on behalf of single sign-on, not of the caller' },
  },
  async ({ body }, context) => {
    const saml = await findSaml(context.em);
    const assertion = await readAssertion(body.SAMLResponse, saml, context.settings, context.now());
    const code = await context.write((work) => useAssertion(work, assertion, saml), singleSignOn);
    return new Reply(undefined, { headers: { location: `/auth/saml/session?code=${code}`, ...notStored } });
  },
);

const codeBytes = 32;

/** Locks the access version, so that one of two requests with the same assertion is refused. */
async function useAssertion(context: Context, assertion: SamlAssertion, saml: SamlSettings): Promise<string> {
  const { id, requestId, user: claimed, subject, sessionIndex, expiresAt } = assertion;
  await claimRevision(context.em);
  const hash = hashSecret(JSON.stringify([saml.entityId, id]));
  if ((await context.em.count(UsedAssertion, { hash })) > 0)
    throw new Failure('AuthenticationRequired', 'This assertion has already been used. Log in again at /auth/saml/login.');
  const user = await admitUser(context, claimed, saml);
  const code = randomBytes(codeBytes).toString('hex');
  context.em.create(UsedAssertion, {
    hash,
    codeHash: hashSecret(code),
    requestHash: hashSecret(requestId),
    userId: user.id,
    signOn: { by: 'saml', subject, ...(sessionIndex !== undefined && { sessionIndex }) },
    createdAt: context.now(),
    expiresAt,
  });
  return code;
}
