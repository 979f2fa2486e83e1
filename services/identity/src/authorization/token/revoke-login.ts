import { hashSecret, patDeleted } from '@signalbox/contracts';
import { empty, type EntityManager, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { PersonalToken } from '../../tables/token.ts';
import { revokePersonalToken } from '../../credential/personal-token/revoke-personal-token.ts';
import { principalOf, User, usersOnly } from '../../user/user.ts';
import { clientFields, required } from '../client/client.ts';
import { clientOfRequest } from '../client/client-of-request.ts';
import { findLogin } from './renew-login.ts';

export const revokeLoginRoute = route(
  {
    method: 'post',
    path: '/auth/revoke',
    summary: 'Log the command line or an agent out: revoke an access token or refresh token with its login (RFC 7009)',
    permission: 'public',
    body: Type.Object({
      ...clientFields,
      token: Type.Optional(Type.String({ description: 'The access token or a refresh token. Unknown ones are ignored.' })),
      token_type_hint: Type.Optional(Type.String()),
    }),
    bodyTypes: ['application/x-www-form-urlencoded'],
    answers: { 200: empty },
    failures: ['BadDataError'],
    events: [patDeleted],
    transaction: { none: 'because the owner of the token is found first' },
  },
  async ({ body }, context) => {
    await clientOfRequest(context, body.client_id);
    const token = await findToken(context.em, required(body, 'token'));
    const owner = token && (await context.em.findOne(User, { id: token.userId, ...usersOnly }));
    if (token && owner) await context.write((work) => revokePersonalToken(work, owner.id, token.id), principalOf(owner));
  },
);

/** Any personal token may be revoked: its holder could delete it as well. */
const findToken = async (em: EntityManager, secret: string): Promise<PersonalToken | null> =>
  (await em.findOne(PersonalToken, { hash: hashSecret(secret) })) ?? findLogin(em, secret);
