import { roleIds } from '@signalbox/contracts';
import type { Row, Tables } from './tables.ts';

const rowsOf = (tables: Tables, table: string): readonly Row[] => tables.get(table) ?? [];
const predefined = new Set<unknown>(Object.values(roleIds));

/** Credentials and access of a user or service account are deleted with it. */
const ofUsers = ['role_grant', 'group_member', 'login_session', 'personal_token', 'known_browser', 'pending_log_in'];

/** Returns violated invariants of users and access while nothing is in progress, one sentence each. */
export function brokenAccess(tables: Tables): string[] {
  const users = rowsOf(tables, 'user').filter(({ deleted_at }) => deleted_at === null);
  const living = new Set(users.map(({ id }) => id));
  const groups = new Set(rowsOf(tables, 'user_group').map(({ id }) => id));
  const roles = new Set([...predefined, ...rowsOf(tables, 'custom_role').map(({ id }) => id)]);
  const grants = rowsOf(tables, 'role_grant');
  const revoked = new Set(rowsOf(tables, 'revoked_token').map(({ hash }) => hash));
  const disabled = new Set(rowsOf(tables, 'workload_identity').flatMap(({ user_id, enabled }) => (enabled ? [] : [user_id])));
  const isGone = (known: ReadonlySet<unknown>, value: unknown) => value !== null && value !== undefined && !known.has(value);
  return [
    ...ofUsers.flatMap((table) =>
      rowsOf(tables, table)
        .filter(({ user_id }) => isGone(living, user_id))
        .map(({ user_id }) => `${table} has a row of the user ${user_id}, who was deleted`),
    ),
    ...[...grants, ...rowsOf(tables, 'group_member')]
      .filter(({ group_id }) => isGone(groups, group_id))
      .map(({ group_id }) => `a row refers to the deleted group ${group_id}`),
    ...grants.filter(({ role_id }) => isGone(roles, role_id)).map(({ role_id }) => `the deleted role ${role_id} is still granted`),
    ...users.filter(({ root_role }) => isGone(roles, root_role)).map(({ id }) => `the user ${id} has a deleted root role`),
    ...rowsOf(tables, 'personal_token')
      .filter(({ user_id }) => disabled.has(user_id))
      .map(({ user_id }) => `the workload identity ${user_id} is disabled but has a token`),
    ...rowsOf(tables, 'api_token')
      .filter(({ hash }) => revoked.has(hash))
      .map(({ id }) => `the revoked token ${id} still exists`),
    ...(users.some(({ root_role, kind }) => root_role === roleIds.admin && kind === 'user') ? [] : ['the instance has no administrator']),
  ];
}
