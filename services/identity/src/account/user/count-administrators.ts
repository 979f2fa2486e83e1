import { roleIds } from '@signalbox/contracts';
import { route } from '@signalbox/kit';
import { Type } from 'typebox';
import { User } from '../../user/user.ts';

export const countAdministratorsRoute = route(
  {
    method: 'get',
    path: '/api/admin/user-admin/admin-count',
    summary: 'Count administrators by kind: users with a password, users without one, and service accounts',
    permission: 'ADMIN',
    answers: { 200: Type.Object({ password: Type.Integer(), noPassword: Type.Integer(), service: Type.Integer() }) },
    failures: [],
  },
  async (_input, { em }) => {
    const administrators = await em.find(User, { rootRole: roleIds.admin, deletedAt: null });
    const users = administrators.filter(({ kind }) => kind === 'user');
    const password = users.filter(({ passwordHash }) => passwordHash).length;
    return { password, noPassword: users.length - password, service: administrators.length - users.length };
  },
);
