import {
  Failure,
  projectAccessGroupRolesDeleted,
  projectAccessGroupRolesUpdated,
  projectAccessUserRolesDeleted,
  projectAccessUserRolesUpdated,
  projectGroupAdded,
  projectGroupRemoved,
  projectGroupRoleChanged,
  projectUserAdded,
  projectUserRemoved,
  projectUserRoleChanged,
} from '@signalbox/contracts';
import { type Context, empty, type EntityManager, route } from '@signalbox/kit';
import type { Static } from 'typebox';
import { findRole } from '../../access/role/role.ts';
import { User } from '../../user/user.ts';
import { groupInProjectParams, roleOfGroupParams, roleOfUserParams, RolesInput, userInProjectParams } from './project-access.schema.ts';
import { changeAccess, type Holding, replaceRolesOf } from './project-grants.ts';

const users = {
  noun: 'user',
  path: '/api/admin/projects/:projectId/users/:userId/roles',
  params: userInProjectParams,
  roleParams: roleOfUserParams,
  rolesUpdated: projectAccessUserRolesUpdated,
  rolesDeleted: projectAccessUserRolesDeleted,
  added: projectUserAdded,
  removed: projectUserRemoved,
  roleChanged: projectUserRoleChanged,
} as const;

const groups = {
  noun: 'group',
  path: '/api/admin/projects/:projectId/groups/:groupId/roles',
  params: groupInProjectParams,
  roleParams: roleOfGroupParams,
  rolesUpdated: projectAccessGroupRolesUpdated,
  rolesDeleted: projectAccessGroupRolesDeleted,
  added: projectGroupAdded,
  removed: projectGroupRemoved,
  roleChanged: projectGroupRoleChanged,
} as const;

/** Users and groups have roles in a project in the same way, but with different paths and events. */
type HolderKind = typeof users | typeof groups;
type Params = Static<HolderKind['params']>;
type RoleParams = Static<HolderKind['roleParams']>;
type Holder = { readonly userId: number; readonly groupId: null } | { readonly userId: null; readonly groupId: number };

const common = { permission: 'UPDATE_PROJECT', scope: 'project of the path', answers: { 200: empty } } as const;

function routesOf(kind: HolderKind) {
  const { noun, params, path, roleParams } = kind;
  const all = { ...common, path, params, events: [kind.rolesUpdated, kind.rolesDeleted] };
  const deprecated = `Use ${path} instead.`;
  const one = { ...common, path: `${path}/:roleId`, params: roleParams, deprecated };
  return [
    route(
      {
        ...all,
        method: 'put',
        summary: `Replace the roles of a ${noun} in a project`,
        body: RolesInput,
        failures: ['BadDataError', 'NoAccessError', 'NotFoundError', 'ProjectWithoutOwnerError'],
      },
      ({ params, body }, context) => setRoles(kind, context, params, body.roles),
    ),
    route(
      {
        ...all,
        method: 'delete',
        summary: `Remove all roles of a ${noun} in a project`,
        failures: ['NoAccessError', 'NotFoundError', 'ProjectWithoutOwnerError'],
      },
      ({ params }, context) => setRoles(kind, context, params, []),
    ),
    route(
      {
        ...one,
        method: 'post',
        summary: `Add a role to a ${noun} in a project`,
        failures: ['BadDataError', 'NoAccessError', 'NotFoundError'],
        events: [kind.added],
      },
      ({ params }, context) => addRole(kind, context, params),
    ),
    route(
      {
        ...one,
        method: 'put',
        summary: `Replace the roles of a ${noun} in a project with this role`,
        failures: ['BadDataError', 'NoAccessError', 'NotFoundError', 'ProjectWithoutOwnerError'],
        events: [kind.roleChanged],
      },
      ({ params }, context) => changeRole(kind, context, params),
    ),
    route(
      {
        ...one,
        method: 'delete',
        summary: `Remove a role from a ${noun} in a project`,
        failures: ['NoAccessError', 'NotFoundError', 'ProjectWithoutOwnerError'],
        events: [kind.removed],
      },
      ({ params }, context) => removeRole(kind, context, params),
    ),
  ] as const;
}

export const [setRolesOfUserRoute, removeRolesOfUserRoute, addRoleOfUserRoute, changeRoleOfUserRoute, removeRoleOfUserRoute] =
  routesOf(users);
export const [setRolesOfGroupRoute, removeRolesOfGroupRoute, addRoleOfGroupRoute, changeRoleOfGroupRoute, removeRoleOfGroupRoute] =
  routesOf(groups);

const holderOf = (params: Params | RoleParams): Holder =>
  'userId' in params ? { userId: params.userId, groupId: null } : { userId: null, groupId: params.groupId };

async function setRoles(kind: HolderKind, context: Context, params: Params, roles: readonly number[]): Promise<void> {
  const project = params.projectId;
  const holder = holderOf(params);
  const changed = await replaceRolesOf(context, project, holder, roles);
  if (!changed) return;
  const [data, preData] = [rolesFact(holder, changed.after), rolesFact(holder, changed.before)];
  if (data.roles.length > 0) context.publish(kind.rolesUpdated, { project, data, preData });
  else context.publish(kind.rolesDeleted, { project, preData });
}

const rolesFact = ({ userId, groupId }: Holder, roles: number[]) => (userId === null ? { groupId, roles } : { userId, roles });

async function addRole(kind: HolderKind, context: Context, params: RoleParams): Promise<void> {
  const { projectId: project, roleId } = params;
  const holder = holderOf(params);
  const changed = await changeAccess(context, project, (before) => [...before, { ...holder, roleId }]);
  if (changed) context.publish(kind.added, { project, data: await roleFact(context.em, holder, roleId) });
}

/** Throws 404 if the user or group has no role in the project. If it had several, the event names the first. */
async function changeRole(kind: HolderKind, context: Context, params: RoleParams): Promise<void> {
  const { projectId: project, roleId } = params;
  const holder = holderOf(params);
  const isTheirs = isOf(holder);
  const changed = await changeAccess(context, project, (before) => {
    if (before.some(isTheirs)) return [...before.filter((each) => !isTheirs(each)), { ...holder, roleId }];
    throw new Failure('NotFoundError', `The ${kind.noun} ${holder.userId ?? holder.groupId} has no role in ${project}.`);
  });
  const previous = changed?.before.find(isTheirs);
  if (!previous) return;
  const [data, preData] = [await roleFact(context.em, holder, roleId), await roleFact(context.em, holder, previous.roleId)];
  context.publish(kind.roleChanged, { project, data, preData });
}

async function removeRole(kind: HolderKind, context: Context, params: RoleParams): Promise<void> {
  const { projectId: project, roleId } = params;
  const holder = holderOf(params);
  const isTheirs = isOf(holder);
  const changed = await changeAccess(context, project, (before) => before.filter((each) => !isTheirs(each) || each.roleId !== roleId));
  if (changed) context.publish(kind.removed, { project, preData: await roleFact(context.em, holder, roleId) });
}

const isOf = (holder: Holder) => (holding: Holding) => holding.userId === holder.userId && holding.groupId === holder.groupId;

async function roleFact(em: EntityManager, { userId, groupId }: Holder, roleId: number) {
  const { name: roleName } = await findRole(em, roleId);
  if (userId === null) return { groupId, roleId, roleName };
  const user = await em.findOne(User, { id: userId });
  return { userId, roleId, roleName, email: user?.email ?? null };
}
