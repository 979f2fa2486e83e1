import type { Database } from './database.ts';
import { optionalTime, timeOf } from './database.ts';
import { readPersonalTokens } from './database-tokens.ts';
import type { SourceAccounts, SourceGrant, SourceGroup, SourceRole, SourceUser } from './snapshot.ts';

interface UserRow {
  readonly id: number;
  readonly username: string | null;
  readonly email: string | null;
  readonly name: string | null;
  readonly password_hash: string | null;
  readonly is_service: boolean | null;
  readonly is_system: boolean | null;
  readonly deleted_at: string | null;
  readonly created_at: string;
  readonly seen_at: string | null;
}

interface RoleRow {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly type: string;
}

interface GrantRow {
  readonly role_id: number;
  readonly project?: string | null;
}

/** Hashes that the target accepts. It would check costlier ones for too long. */
const bcrypt = /^\$2[aby]\$(?:0[4-9]|1[0-2])\$/;
const isOfInstance = ({ type }: RoleRow): boolean => type === 'root' || type === 'root-custom';

/** Reads users with everything that they own or belong to, without system users and deleted ones. */
export async function readAccounts(database: Database): Promise<SourceAccounts> {
  const roles = new Map((await database.rows<RoleRow>('roles')).map((role) => [role.id, role]));
  const ofUsers = await database.rows<GrantRow & { user_id: number }>('role_user');
  const ofGroups = await database.rows<GrantRow & { group_id: number }>('group_role');
  return {
    users: await readUsers(database, roles, ofUsers),
    personalTokens: await readPersonalTokens(database),
    roles: await readCustomRoles(database, [...roles.values()]),
    groups: await readGroups(database, roles),
    grants: [
      ...ofUsers.flatMap((row) => grantOf(row, roles, { userId: row.user_id, groupId: null })),
      ...ofGroups.flatMap((row) => grantOf(row, roles, { userId: null, groupId: row.group_id })),
    ],
  };
}

type Roles = ReadonlyMap<number, RoleRow>;

function grantOf({ role_id: id, project }: GrantRow, roles: Roles, holder: Pick<SourceGrant, 'userId' | 'groupId'>): SourceGrant[] {
  const role = roles.get(id);
  return role && !isOfInstance(role) && project ? [{ project, role: role.name, ...holder }] : [];
}

async function readUsers(database: Database, roles: Roles, grants: readonly (GrantRow & { user_id: number })[]): Promise<SourceUser[]> {
  const rootRoles = new Map(
    grants.flatMap(({ user_id: user, role_id: id }) => {
      const role = roles.get(id);
      return role && isOfInstance(role) ? [[user, role.name] as const] : [];
    }),
  );
  const rows = await database.rows<UserRow>('users');
  return rows
    .filter((row) => !row.is_system && row.deleted_at === null)
    .map((row) => ({
      id: row.id,
      username: row.username,
      email: row.email,
      name: row.name,
      passwordHash: row.password_hash && bcrypt.test(row.password_hash) ? row.password_hash : null,
      rootRole: rootRoles.get(row.id) ?? 'Viewer',
      isService: row.is_service ?? false,
      createdAt: timeOf(row.created_at),
      seenAt: optionalTime(row.seen_at),
    }));
}

async function readCustomRoles(database: Database, roles: readonly RoleRow[]): Promise<SourceRole[]> {
  const rows = await database.rows<{ role_id: number; permission: string | null; environment: string | null }>('role_permission');
  const permissions = Map.groupBy(rows, ({ role_id: id }) => id);
  return roles
    .filter(({ type }) => type === 'custom' || type === 'root-custom')
    .map(({ id, name, description, type }) => ({
      id,
      name,
      description,
      type,
      permissions: (permissions.get(id) ?? []).flatMap(({ permission, environment }) =>
        permission ? [{ name: permission, environment: environment || null }] : [],
      ),
    }));
}

async function readGroups(database: Database, roles: Roles): Promise<SourceGroup[]> {
  interface GroupRow {
    readonly id: number;
    readonly name: string;
    readonly description: string | null;
    readonly mappings_sso: string[] | null;
    readonly root_role_id?: number | null;
  }
  const members = Map.groupBy(await database.rows<{ group_id: number; user_id: number }>('group_user'), ({ group_id: id }) => id);
  const rows = await database.rows<GroupRow>('groups');
  return rows.map(({ id, name, description, mappings_sso: mappingsSSO, root_role_id: role }) => ({
    id,
    name,
    description,
    mappingsSSO: mappingsSSO ?? [],
    rootRole: role ? (roles.get(role)?.name ?? null) : null,
    userIds: (members.get(id) ?? []).map(({ user_id: user }) => user),
  }));
}
