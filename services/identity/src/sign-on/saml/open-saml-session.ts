import { LockMode } from '@mikro-orm/core';
import { Failure, hashSecret } from '@signalbox/contracts';
import { type Context, empty, minuteMs, Reply, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { enterUser, singleSignOn } from '../entry/enter.ts';
import { readRequest } from '../entry/request-cookie.ts';
import { findSaml } from './saml-provider.ts';
import { UsedAssertion } from '../../tables/session.ts';

const codeValidMs = minuteMs;

export const openSamlSessionRoute = route(
  {
    method: 'get',
    path: '/auth/saml/session',
    summary: 'Finish a SAML login: opens a session in the browser that started it',
    permission: 'public',
    query: Type.Object({ code: Type.String({ maxLength: 200 }) }),
    answers: { 302: empty },
    headers: { Location: 'The start page, or the page for the second factor.', 'Set-Cookie': 'The session.' },
    failures: ['AuthenticationRequired', 'NotFoundError'],
    transaction: { none: 'because browsers are redirected here with GET, and it opens a session' },
  },
  async ({ query: { code } }, context) => {
    const { em, request, settings } = context;
    const received = await em.findOne(UsedAssertion, { codeHash: hashSecret(code) });
    const begun = received && (await readRequest('saml', received.requestHash, context));
    if (!begun) throw notBegunHere();
    const admission = await findSaml(em);
    const headers = await context.write(async (work) => {
      const { userId, signOn } = await redeem(work, code);
      return enterUser(work, userId, { begun, signOn, admission, request, settings });
    }, singleSignOn);
    return new Reply(undefined, { headers });
  },
);

async function redeem({ em, now }: Context, code: string): Promise<UsedAssertion> {
  const assertion = await em.findOne(UsedAssertion, { codeHash: hashSecret(code) }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!assertion || now().getTime() - assertion.createdAt.getTime() > codeValidMs) throw notBegunHere();
  assertion.codeHash = null;
  return assertion;
}

const notBegunHere = (): Failure =>
  new Failure('AuthenticationRequired', 'This login was started in another browser, or it has expired. Log in again at /auth/saml/login.');
