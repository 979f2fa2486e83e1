import { projectUserAdded, projectUserRemoved, projectUserRoleChanged, Failure } from '@signalbox/contracts';
import { type Context, empty, type EntityManager, route } from '@signalbox/kit';
import { findRole } from '../../access/role/role.ts';
import { User } from '../../user/user.ts';
import { roleOfUserParams } from './project-access.schema.ts';
import { changeAccess, type Holding } from './project-grants.ts';

const path = '/api/admin/projects/:projectId/users/:userId/roles/:roleId';
const deprecated = 'Use the roles of the user in the project: /api/admin/projects/:projectId/users/:userId/roles.';

export const addRoleOfUserRoute = route(
  {
    method: 'post',
    path,
    summary: 'Give a user one more role in a project',
    permission: 'UPDATE_PROJECT',
    scope: 'project of the path',
    params: roleOfUserParams,
    answers: { 200: empty },
    failures: ['BadDataError', 'NoAccessError', 'NotFoundError'],
    events: [projectUserAdded],
    deprecated,
  },
  ({ params }, context) => addRoleOfUser(context, params),
);

export const changeRoleOfUserRoute = route(
  {
    method: 'put',
    path,
    summary: 'Give a user this role in a project in place of those that it has there',
    permission: 'UPDATE_PROJECT',
    scope: 'project of the path',
    params: roleOfUserParams,
    answers: { 200: empty },
    failures: ['BadDataError', 'NoAccessError', 'NotFoundError', 'ProjectWithoutOwnerError'],
    events: [projectUserRoleChanged],
    deprecated,
  },
  ({ params }, context) => changeRoleOfUser(context, params),
);

export const removeRoleOfUserRoute = route(
  {
    method: 'delete',
    path,
    summary: 'Take one role in a project from a user',
    permission: 'UPDATE_PROJECT',
    scope: 'project of the path',
    params: roleOfUserParams,
    answers: { 200: empty },
    failures: ['NoAccessError', 'NotFoundError', 'ProjectWithoutOwnerError'],
    events: [projectUserRemoved],
    deprecated,
  },
  ({ params }, context) => removeRoleOfUser(context, params),
);

interface RoleOfUser {
  readonly projectId: string;
  readonly userId: number;
  readonly roleId: number;
}

const holdingOf = ({ userId, roleId }: RoleOfUser): Holding => ({ userId, groupId: null, roleId });

export async function addRoleOfUser(context: Context, given: RoleOfUser): Promise<void> {
  const changed = await changeAccess(context, given.projectId, (before) => [...before, holdingOf(given)]);
  if (changed) context.publish(projectUserAdded, { project: given.projectId, data: await factOf(context.em, given) });
}

/** 404 where the user holds nothing in the project. Of several roles that it had, the event names the first. */
export async function changeRoleOfUser(context: Context, given: RoleOfUser): Promise<void> {
  const changed = await changeAccess(context, given.projectId, (before) => {
    if (!before.some(isTheirs(given))) throw new Failure('NotFoundError', `The user ${given.userId} has no role in ${given.projectId}.`);
    return [...before.filter((each) => !isTheirs(given)(each)), holdingOf(given)];
  });
  const previous = changed?.before.find(isTheirs(given));
  if (!previous) return;
  const [data, preData] = [await factOf(context.em, given), await factOf(context.em, { ...given, roleId: previous.roleId })];
  context.publish(projectUserRoleChanged, { project: given.projectId, data, preData });
}

export async function removeRoleOfUser(context: Context, given: RoleOfUser): Promise<void> {
  const isMeant = (each: Holding) => isTheirs(given)(each) && each.roleId === given.roleId;
  const changed = await changeAccess(context, given.projectId, (before) => before.filter((each) => !isMeant(each)));
  if (changed) context.publish(projectUserRemoved, { project: given.projectId, preData: await factOf(context.em, given) });
}

const isTheirs =
  ({ userId }: RoleOfUser) =>
  (holding: Holding) =>
    holding.userId === userId;

async function factOf(em: EntityManager, { userId, roleId }: RoleOfUser) {
  const { name: roleName } = await findRole(em, roleId);
  const user = await em.findOne(User, { id: userId });
  return { userId, roleId, roleName, email: user?.email ?? null };
}
