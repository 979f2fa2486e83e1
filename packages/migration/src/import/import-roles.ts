import type { SourceGrant, SourceGroup, SourceRole } from '../source/snapshot.ts';
import { about, type Target } from './target.ts';

/** Ids in the target by ids in the source. */
type Ids = ReadonlyMap<number, number>;

interface Named {
  readonly id: number;
  readonly name: string;
}

const readRoles = async ({ api }: Target): Promise<Map<string, number>> => {
  const { roles } = await api.get<{ roles: Named[] }>('/api/admin/roles');
  return new Map(roles.map(({ name, id }) => [name, id]));
};

/** Creates missing custom roles, with the permissions that exist here. */
export async function importRoles(target: Target, roles: readonly SourceRole[]): Promise<void> {
  if (roles.length === 0) return;
  const { api, report } = target;
  const stored = await readRoles(target);
  const known = await readPermissions(target);
  for (const { name, description, type, permissions } of roles) {
    if (stored.has(name)) continue;
    const unknown = permissions.filter((permission) => !known.has(permission.name));
    if (unknown.length > 0) report(`The role ${name} lacks unknown permissions: ${unknown.map((each) => each.name).join(', ')}`);
    const body = { name, description: description ?? '', type, permissions: permissions.filter((each) => known.has(each.name)) };
    await about(`The role ${name}`, api.post('/api/admin/roles', body));
  }
  report(`${roles.length} roles`);
}

async function readPermissions({ api }: Target): Promise<Set<string>> {
  interface Listed {
    readonly permissions: { root: Named[]; project: Named[]; environments: { permissions: Named[] }[] };
  }
  const { permissions } = await api.get<Listed>('/api/admin/permissions');
  const all = [permissions.root, permissions.project, ...permissions.environments.map((each) => each.permissions)];
  return new Set(all.flat().map(({ name }) => name));
}

/** Creates missing groups with their members. */
export async function importGroups(target: Target, groups: readonly SourceGroup[], userIds: Ids): Promise<Ids> {
  const ids = new Map<number, number>();
  if (groups.length === 0) return ids;
  const { api, report } = target;
  const roles = await readRoles(target);
  const stored = new Map((await api.get<{ groups: Named[] }>('/api/admin/groups')).groups.map(({ name, id }) => [name, id]));
  for (const { id, name, description, mappingsSSO, rootRole, userIds: members } of groups) {
    const users = members.flatMap((member) => (userIds.has(member) ? [{ user: { id: userIds.get(member) } }] : []));
    const body = { name, description, mappingsSSO, rootRole: rootRole === null ? null : (roles.get(rootRole) ?? null), users };
    const own = stored.get(name) ?? (await about(`The group ${name}`, api.post<Named>('/api/admin/groups', body))).id;
    ids.set(id, own);
  }
  report(`${groups.length} groups`);
  return ids;
}

interface Holder {
  readonly id: number;
  readonly roles: readonly number[];
}

interface Holders {
  readonly userIds: Ids;
  readonly groupIds: Ids;
}

/** Grants missing roles in projects. */
export async function importGrants(target: Target, grants: readonly SourceGrant[], { userIds, groupIds }: Holders): Promise<void> {
  if (grants.length === 0) return;
  const { api, report } = target;
  const roles = await readRoles(target);
  for (const [project, own] of Map.groupBy(grants, (grant) => grant.project)) {
    const path = `/api/admin/projects/${encodeURIComponent(project)}/access`;
    const stored = await api.get<{ users: Holder[]; groups: Holder[] }>(path);
    const holds = (holders: readonly Holder[], id: number, role: number) =>
      holders.some((holder) => holder.id === id && holder.roles.includes(role));
    for (const { role: name, userId, groupId } of own) {
      const role = roles.get(name);
      const holder = userId === null ? groupIds.get(groupId ?? 0) : userIds.get(userId);
      if (role === undefined || holder === undefined)
        report(`The role ${name} in ${project} was not granted: it or its holder is missing.`);
      else if (!holds(userId === null ? stored.groups : stored.users, holder, role))
        await about(`The role ${name} in ${project}`, api.post(path, { roles: [role], [userId === null ? 'groups' : 'users']: [holder] }));
    }
  }
  report(`${grants.length} roles in projects`);
}
