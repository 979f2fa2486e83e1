import { projectGroupAdded, projectGroupRemoved, projectGroupRoleChanged, Failure } from '@signalbox/contracts';
import { type Context, empty, type EntityManager, route } from '@signalbox/kit';
import { findRole } from '../../access/role/role.ts';
import { roleOfGroupParams } from './project-access.schema.ts';
import { changeAccess, type Holding } from './project-grants.ts';

const path = '/api/admin/projects/:projectId/groups/:groupId/roles/:roleId';
const deprecated = 'Use the roles of the group in the project: /api/admin/projects/:projectId/groups/:groupId/roles.';

export const addRoleOfGroupRoute = route(
  {
    method: 'post',
    path,
    summary: 'Give a group one more role in a project',
    permission: 'UPDATE_PROJECT',
    scope: 'project of the path',
    params: roleOfGroupParams,
    answers: { 200: empty },
    failures: ['BadDataError', 'NoAccessError', 'NotFoundError'],
    events: [projectGroupAdded],
    deprecated,
  },
  ({ params }, context) => addRoleOfGroup(context, params),
);

export const changeRoleOfGroupRoute = route(
  {
    method: 'put',
    path,
    summary: 'Give a group this role in a project in place of those that it has there',
    permission: 'UPDATE_PROJECT',
    scope: 'project of the path',
    params: roleOfGroupParams,
    answers: { 200: empty },
    failures: ['BadDataError', 'NoAccessError', 'NotFoundError', 'ProjectWithoutOwnerError'],
    events: [projectGroupRoleChanged],
    deprecated,
  },
  ({ params }, context) => changeRoleOfGroup(context, params),
);

export const removeRoleOfGroupRoute = route(
  {
    method: 'delete',
    path,
    summary: 'Take one role in a project from a group',
    permission: 'UPDATE_PROJECT',
    scope: 'project of the path',
    params: roleOfGroupParams,
    answers: { 200: empty },
    failures: ['NoAccessError', 'NotFoundError', 'ProjectWithoutOwnerError'],
    events: [projectGroupRemoved],
    deprecated,
  },
  ({ params }, context) => removeRoleOfGroup(context, params),
);

interface RoleOfGroup {
  readonly projectId: string;
  readonly groupId: number;
  readonly roleId: number;
}

const holdingOf = ({ groupId, roleId }: RoleOfGroup): Holding => ({ userId: null, groupId, roleId });

export async function addRoleOfGroup(context: Context, given: RoleOfGroup): Promise<void> {
  const changed = await changeAccess(context, given.projectId, (before) => [...before, holdingOf(given)]);
  if (changed) context.publish(projectGroupAdded, { project: given.projectId, data: await factOf(context.em, given) });
}

/** 404 where the group holds nothing in the project. Of several roles that it had, the event names the first. */
export async function changeRoleOfGroup(context: Context, given: RoleOfGroup): Promise<void> {
  const changed = await changeAccess(context, given.projectId, (before) => {
    if (!before.some(isTheirs(given))) throw new Failure('NotFoundError', `The group ${given.groupId} has no role in ${given.projectId}.`);
    return [...before.filter((each) => !isTheirs(given)(each)), holdingOf(given)];
  });
  const previous = changed?.before.find(isTheirs(given));
  if (!previous) return;
  const [data, preData] = [await factOf(context.em, given), await factOf(context.em, { ...given, roleId: previous.roleId })];
  context.publish(projectGroupRoleChanged, { project: given.projectId, data, preData });
}

export async function removeRoleOfGroup(context: Context, given: RoleOfGroup): Promise<void> {
  const isMeant = (each: Holding) => isTheirs(given)(each) && each.roleId === given.roleId;
  const changed = await changeAccess(context, given.projectId, (before) => before.filter((each) => !isMeant(each)));
  if (changed) context.publish(projectGroupRemoved, { project: given.projectId, preData: await factOf(context.em, given) });
}

const isTheirs =
  ({ groupId }: RoleOfGroup) =>
  (holding: Holding) =>
    holding.groupId === groupId;

async function factOf(em: EntityManager, { groupId, roleId }: RoleOfGroup) {
  const { name: roleName } = await findRole(em, roleId);
  return { groupId, roleId, roleName };
}
