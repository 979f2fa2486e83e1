import { DateTime, nullable } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import { imageUrlOf, type User } from './user.ts';

/** The specification's User, as far as the user itself may see it. */
export const UserShape = Type.Object({
  id: Type.Integer(),
  isAPI: Type.Boolean(),
  accountType: Type.String(),
  name: nullable(Type.String()),
  username: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  imageUrl: Type.String(),
  loginAttempts: Type.Integer(),
  rootRole: Type.Integer(),
  seenAt: nullable(DateTime),
  createdAt: DateTime,
});
export type UserShape = Static<typeof UserShape>;

export function presentUser(user: User): UserShape {
  return {
    id: user.id,
    isAPI: false,
    accountType: 'User',
    name: user.name ?? null,
    ...(user.username ? { username: user.username } : {}),
    ...(user.email ? { email: user.email } : {}),
    imageUrl: imageUrlOf(user),
    loginAttempts: user.loginAttempts,
    rootRole: user.rootRole,
    seenAt: user.seenAt?.toISOString() ?? null,
    createdAt: user.createdAt.toISOString(),
  };
}

/** The user as events carry it. */
export function userFact(user: User) {
  const { id, name, username, email, rootRole } = user;
  return { id, name: name ?? null, username: username ?? null, email: email ?? null, rootRole };
}
