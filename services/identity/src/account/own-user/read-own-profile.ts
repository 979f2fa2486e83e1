import { route } from '@signalbox/kit';
import { Type } from 'typebox';
import { Group } from '../../access/grant/group.ts';
import { readRoles } from '../../access/role/role.ts';
import { serializeRole, RoleShape } from '../../access/role/role.schema.ts';
import { findOwnUser } from './own-user.ts';

export const readOwnProfileRoute = route(
  {
    method: 'get',
    path: '/api/admin/user/profile',
    summary: 'Get the root role and the projects of the current user',
    permission: 'authenticated',
    answers: {
      200: Type.Object({
        rootRole: Type.Optional(RoleShape),
        projects: Type.Array(Type.String()),
        groups: Type.Array(Type.String()),
        features: Type.Array(Type.Unknown()),
        subscriptions: Type.Array(Type.String()),
        canChangePassword: Type.Boolean(),
      }),
    },
    failures: ['NoAccessError', 'AuthenticationRequired'],
  },
  async (_input, context) => {
    const user = await findOwnUser(context);
    const role = (await readRoles(context.em)).find(({ id }) => id === user.rootRole);
    const projects = context.access.rightsOf(context.actor).flatMap(({ project }) => project ?? []);
    return {
      ...(role && { rootRole: serializeRole(role) }),
      projects: [...new Set(projects)].sort(),
      groups: (await context.em.find(Group, { id: { $in: context.actor.groups } }, { orderBy: { name: 'asc' } })).map(({ name }) => name),
      features: [],
      subscriptions: [],
      canChangePassword: Boolean(user.passwordHash),
    };
  },
);
