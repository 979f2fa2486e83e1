import { nullable } from '@signalbox/contracts';
import { type EntityManager, Reply, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { readRoles } from '../../access/role/role.ts';
import { serializeRole, RoleShape } from '../../access/role/role.schema.ts';
import { findResetToken } from '../../credential/link/reset-token.ts';
import { findUser, nameOf, User } from '../../user/user.ts';

export const validateResetTokenRoute = route(
  {
    method: 'get',
    path: '/auth/reset/validate',
    summary: 'Validate a password reset link and return its user',
    permission: 'public',
    query: Type.Object({ token: Type.String({ maxLength: 200 }) }),
    holdsSecret: true,
    answers: {
      200: Type.Object({
        id: Type.Integer(),
        name: nullable(Type.String()),
        email: nullable(Type.String()),
        token: Type.String(),
        createdBy: Type.String(),
        role: Type.Optional(RoleShape),
      }),
    },
    failures: ['AuthenticationRequired', 'NotFoundError', 'UsedTokenError'],
  },
  async ({ query: { token } }, { em, now }) => {
    const { userId, createdBy } = await findResetToken(em, token, now());
    const { id, name, email, rootRole } = await findUser(em, userId);
    const role = (await readRoles(em)).find((each) => each.id === rootRole);
    const creator = await creatorOf(em, createdBy ?? null);
    const body = { id, name: name ?? null, email: email ?? null, token, createdBy: creator, ...(role && { role: serializeRole(role) }) };
    return new Reply(body, { headers: { 'cache-control': 'no-store' } });
  },
);

/** Blank for a link that no user created. */
async function creatorOf(em: EntityManager, createdBy: number | null): Promise<string> {
  const user = createdBy === null ? null : await em.findOne(User, { id: createdBy });
  return user ? nameOf(user) : '';
}
