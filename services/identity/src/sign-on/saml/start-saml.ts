import { randomBytes } from 'node:crypto';
import { empty, Reply, route } from '@signalbox/kit';
import { notStored } from '../entry/enter.ts';
import { requestCookies } from '../entry/request-cookie.ts';
import { findSaml, openSaml } from './saml-provider.ts';

const idBytes = 20;

/** Neither sends nor reads RelayState: all logins end at the start page. */
export const startSamlRoute = route(
  {
    method: 'get',
    path: '/auth/saml/login',
    summary: 'Start a SAML login: redirects to the identity provider',
    permission: 'public',
    answers: { 302: empty },
    headers: { Location: 'The identity provider.', 'Set-Cookie': 'A cookie that links the response of the provider to this browser.' },
    failures: ['NotFoundError'],
  },
  async (_input, context) => {
    const { em, settings } = context;
    const requestId = `_${randomBytes(idBytes).toString('hex')}`;
    const saml = await openSaml(await findSaml(em), settings, { generateUniqueId: () => requestId });
    const location = await saml.getAuthorizeUrlAsync('', undefined, {});
    const cookies = await requestCookies({ by: 'saml', requestId }, context);
    return new Reply(undefined, { headers: { location, 'set-cookie': cookies, ...notStored } });
  },
);
