import { DateTime, Failure, nullable, roleIds } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { findRootRole } from '../../access/role/role.ts';
import { serializeRole, RoleShape } from '../../access/role/role.schema.ts';
import { isOpen, SignUp, type SignUpLink } from '../../credential/link/sign-up-link.ts';
import { previewUser, UserPreview } from '../../user/user.schema.ts';
import { User, usersOnly } from '../../user/user.ts';

/**
 * Public signup token of the specification. Only the response to its creation has the complete `secret` and the `url`. `enabled` is false
 * after the expiry.
 */
export const SignUpLinkShape = Type.Object({
  id: Type.Integer(),
  secret: Type.String(),
  url: nullable(Type.String()),
  name: Type.String(),
  enabled: Type.Boolean(),
  expiresAt: DateTime,
  createdAt: DateTime,
  createdBy: nullable(Type.String()),
  users: Type.Array(UserPreview),
  role: RoleShape,
});
export type SignUpLinkShape = Static<typeof SignUpLinkShape>;

/** A link after a request that may have set its expiry; `expiryCapped` if it expires earlier than requested. */
export const WrittenSignUpLink = Type.Object({ ...SignUpLinkShape.properties, expiryCapped: Type.Optional(Type.Literal(true)) });

export const signUpLinkParams = Type.Object({ token: Type.String({ maxLength: 200 }) });

/** Users who sign up through a link are viewers (specification, "Public signup token"). */
export const signUpRole = roleIds.viewer;

export async function serializeSignUpLinks(em: EntityManager, links: readonly SignUpLink[], now: Date): Promise<SignUpLinkShape[]> {
  const signUps = await em.find(SignUp, { linkId: { $in: links.map(({ id }) => id) } }, { orderBy: { userId: 'asc' } });
  const users = await em.find(User, { id: { $in: signUps.map(({ userId }) => userId) }, ...usersOnly });
  const byId = new Map(users.map((user) => [user.id, user]));
  const role = serializeRole(await findRootRole(em, signUpRole));
  return links.map((link) => ({
    id: link.id,
    secret: link.masked,
    url: null,
    name: link.name,
    enabled: isOpen(link, now),
    expiresAt: link.expiresAt.toISOString(),
    createdAt: link.createdAt.toISOString(),
    createdBy: link.createdBy,
    users: signUps.filter(({ linkId }) => linkId === link.id).flatMap(({ userId }) => serializeIn(byId, userId)),
    role,
  }));
}

const serializeIn = (users: ReadonlyMap<number, User>, id: number): UserPreview[] => [users.get(id) ?? []].flat().map(previewUser);

export async function serializeSignUpLink(em: EntityManager, link: SignUpLink, now: Date): Promise<SignUpLinkShape> {
  const [shape] = await serializeSignUpLinks(em, [link], now);
  if (!shape) throw new Failure('NotFoundError', 'There is no such sign-up link.');
  return shape;
}
