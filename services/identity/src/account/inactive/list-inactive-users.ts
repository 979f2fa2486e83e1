import { DateTime, nullable } from '@signalbox/contracts';
import { route } from '@signalbox/kit';
import { Type } from 'typebox';
import { findInactive } from './inactive-user.ts';

const InactiveUser = Type.Object({
  id: Type.Integer(),
  name: nullable(Type.String()),
  username: nullable(Type.String()),
  email: nullable(Type.String()),
  seenAt: nullable(DateTime),
  createdAt: DateTime,
});

export const listInactiveUsersRoute = route(
  {
    method: 'get',
    path: '/api/admin/user-admin/inactive',
    summary: 'List users who have not logged in for a long time (INACTIVE_DAYS)',
    permission: 'ADMIN',
    answers: { 200: Type.Object({ version: Type.Integer(), inactiveUsers: Type.Array(InactiveUser) }) },
    failures: [],
  },
  async (_input, { em, settings, now }) => {
    const users = await findInactive(em, settings, now());
    const inactiveUsers = users.map(({ id, name, username, email, seenAt, createdAt }) => ({
      id,
      name: name ?? null,
      username: username ?? null,
      email: email ?? null,
      seenAt: seenAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
    }));
    return { version: 1, inactiveUsers };
  },
);
