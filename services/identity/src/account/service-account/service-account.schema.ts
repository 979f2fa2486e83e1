import { DateTime, nullable } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import { RoleShape } from '../../access/role/role.schema.ts';
import { personalTokenId, PersonalTokenShape } from '../../credential/personal-token/personal-token.schema.ts';
import { previewUser } from '../../user/user.schema.ts';
import type { User } from '../../user/user.ts';
import { userParams } from '../user/user-admin.schema.ts';

export const serviceAccountParams = userParams;
export const serviceAccountTokenParams = Type.Object({ ...userParams.properties, tokenId: personalTokenId });

/** Service account of the specification. Deprecated fields have no meaning for it: each token has its own `seenAt`. */
export const ServiceAccountShape = Type.Object({
  id: Type.Integer(),
  isAPI: Type.Boolean(),
  accountType: Type.String(),
  email: Type.Literal(''),
  inviteLink: Type.Literal(''),
  emailSent: Type.Literal(false),
  name: nullable(Type.String()),
  username: Type.Optional(Type.String()),
  imageUrl: Type.String(),
  rootRole: Type.Integer(),
  createdAt: DateTime,
  seenAt: Type.Null(),
  loginAttempts: Type.Integer(),
});
export type ServiceAccountShape = Static<typeof ServiceAccountShape>;

export const ServiceAccountsShape = Type.Object({
  serviceAccounts: Type.Array(Type.Object({ ...ServiceAccountShape.properties, tokens: Type.Array(PersonalTokenShape) })),
  rootRoles: Type.Array(RoleShape),
});

export function serializeServiceAccount(account: User): ServiceAccountShape {
  return {
    ...previewUser(account),
    email: '',
    inviteLink: '',
    emailSent: false,
    rootRole: account.rootRole,
    createdAt: account.createdAt.toISOString(),
    seenAt: null,
    loginAttempts: 0,
  };
}

/** The account as in events. */
export function serviceAccountFact({ id, name, username, rootRole }: User) {
  return { id, name: name ?? null, username: username ?? '', rootRole };
}
