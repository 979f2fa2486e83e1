import { DateTime, nullable } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import { imageUrlOf, type User } from './user.ts';

/** A user as all other users may see it. */
export const UserPreview = Type.Object({
  id: Type.Integer(),
  isAPI: Type.Boolean(),
  accountType: Type.String(),
  name: nullable(Type.String()),
  username: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  imageUrl: Type.String(),
});
export type UserPreview = Static<typeof UserPreview>;

/** User of the specification, for the user itself and administrators. */
export const UserShape = Type.Object({
  ...UserPreview.properties,
  loginAttempts: Type.Integer(),
  rootRole: Type.Integer(),
  seenAt: nullable(DateTime),
  createdAt: DateTime,
  /** Deprecated, and always empty: `GET /api/admin/user` lists the caller's permissions. */
  permissions: Type.Array(Type.String()),
});
export type UserShape = Static<typeof UserShape>;

export function previewUser(user: Pick<User, 'id' | 'kind' | 'name' | 'username' | 'email'>): UserPreview {
  return {
    id: user.id,
    isAPI: false,
    accountType: user.kind === 'user' ? 'User' : 'Service Account',
    name: user.name ?? null,
    ...(user.username ? { username: user.username } : {}),
    ...(user.email ? { email: user.email } : {}),
    imageUrl: imageUrlOf(user),
  };
}

export function serializeUser(user: User): UserShape {
  return {
    ...previewUser(user),
    loginAttempts: user.loginAttempts,
    rootRole: user.rootRole,
    seenAt: user.seenAt?.toISOString() ?? null,
    createdAt: user.createdAt.toISOString(),
    permissions: [],
  };
}

/** The user as in events. */
export function userFact(user: User) {
  const { id, name, username, email, rootRole } = user;
  return { id, name: name ?? null, username: username ?? null, email: email ?? null, rootRole };
}
