import { projectAccessUpdated, RowId } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { accessFact, HolderIds, projectParams } from './project-access.schema.ts';
import { changeAccess, type Holding } from './project-grants.ts';

const maxRoles = 1000;
const ReplaceAccess = Type.Object({
  roles: Type.Array(Type.Object({ id: RowId, groups: Type.Optional(HolderIds), users: Type.Optional(HolderIds) }), {
    maxItems: maxRoles,
  }),
});
type ReplaceAccess = Static<typeof ReplaceAccess>;

export const replaceProjectAccessRoute = route(
  {
    method: 'put',
    path: '/api/admin/projects/:projectId/access',
    summary: 'Replace all access to a project; users and groups not in the request lose access',
    permission: 'UPDATE_PROJECT',
    scope: 'project of the path',
    params: projectParams,
    body: ReplaceAccess,
    answers: { 200: empty },
    failures: ['BadDataError', 'NoAccessError', 'NotFoundError', 'ProjectWithoutOwnerError'],
    events: [projectAccessUpdated],
  },
  ({ params, body }, context) => replaceProjectAccess(context, params.projectId, body),
);

async function replaceProjectAccess(context: Context, project: string, { roles }: ReplaceAccess): Promise<void> {
  const requested = roles.flatMap(({ id, users = [], groups = [] }) => holdings(id, users, groups));
  const changed = await changeAccess(context, project, () => requested);
  if (!changed) return;
  context.publish(projectAccessUpdated, { project, data: accessFact(changed.after), preData: accessFact(changed.before) });
}

/** Grants of the role to each user and group. */
export const holdings = (roleId: number, users: readonly number[], groups: readonly number[]): Holding[] => [
  ...users.map((userId) => ({ userId, groupId: null, roleId })),
  ...groups.map((groupId) => ({ userId: null, groupId, roleId })),
];
