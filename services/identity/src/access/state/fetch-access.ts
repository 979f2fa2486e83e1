import { type AccessState, fetchAccess, type Grant, roleIds } from '@signalbox/contracts';
import { answer, type EntityManager, type OpenContext } from '@signalbox/kit';
import { isMaintenance } from '../../base/known-setting.ts';
import { readRoles } from '../role/role.ts';
import { readPublicKeys } from './signing-key.ts';
import { readLogInWays } from './log-in-ways.ts';
import { roleGrantTable } from '../../tables/access.ts';
import { tablesOf } from '../../tables/tables.ts';
import { nameOf } from '../../user/user.ts';
import { readRevision } from '../../base/revision.ts';

/** Reads the version first, so that the state is never older than its version. */
async function readAccess({ em, settings }: Pick<OpenContext, 'em' | 'settings'>): Promise<AccessState> {
  const version = await readRevision(em);
  const frontendOrigins = await readOrigins(em);
  const logIn = await readLogInWays(em, settings);
  return {
    version,
    keys: await readPublicKeys(em),
    roles: (await readRoles(em)).map(({ id, type, name, rights }) => ({ id, type, name, rights: [...rights] })),
    grants: await readGrants(em),
    groups: await readGroupsWithAccess(em),
    projects: await readProjects(em),
    heard: await readHeard(em),
    maintenance: settings.maintenanceMode || (await isMaintenance(em)),
    ...(frontendOrigins && { frontendOrigins }),
    ...(logIn && { logIn }),
  };
}

/** Cached by version: all of its contents change with the version. */
export const answerFetchAccess = answer(fetchAccess, (_input, context) => readAccess(context), { version: ({ em }) => readRevision(em) });

async function readGrants(em: EntityManager): Promise<Grant[]> {
  const rows = await tablesOf(em)
    .selectFrom('role_grant')
    .leftJoin('user as owner', (join) => join.onRef('owner.id', '=', 'user_id').on('role_id', '=', roleIds.owner))
    .select(['user_id as user', 'group_id as group', 'role_id as role', 'project_id as project', 'role_grant.created_at as since'])
    .select(['owner.id as owner', 'owner.name as name', 'email', 'username'])
    .execute();
  return rows.map(({ since, owner: id, name, email, username, ...grant }) => ({
    ...grant,
    since: roleGrantTable.columns.createdAt.decode(since).toISOString(),
    ...(id !== null && { userName: name || nameOf({ id, email, username }) }),
  }));
}

/** Groups with a role in a project or in the instance. Principals name the groups for everything else. */
async function readGroupsWithAccess(em: EntityManager): Promise<{ id: number; name: string; users: number[] }[]> {
  const db = tablesOf(em);
  const rows = await db
    .selectFrom('group_member')
    .innerJoin('user_group', 'user_group.id', 'group_member.group_id')
    .select(['group_id', 'user_id', 'user_group.name'])
    .where('group_id', 'in', db.selectFrom('role_grant').select('group_id').where('group_id', 'is not', null))
    .orderBy('group_id')
    .orderBy('user_id')
    .execute();
  return [...Map.groupBy(rows, ({ group_id }) => group_id)].map(([id, own]) => ({
    id,
    name: own[0]?.name ?? '',
    users: own.map(({ user_id }) => user_id),
  }));
}

/** Positions of all services that identity has received events from. */
async function readHeard(em: EntityManager): Promise<Record<string, number>> {
  const rows = await tablesOf(em).selectFrom('heard_position').selectAll().execute();
  return Object.fromEntries(rows.map(({ service, position }) => [service, Number(position)]));
}

/** Undefined until administrators have configured origins. */
async function readOrigins(em: EntityManager): Promise<string[] | undefined> {
  const rows = await tablesOf(em).selectFrom('known_origin').selectAll().execute();
  const origins = rows.map(({ origin }) => origin).sort();
  return origins.length === 0 ? undefined : origins;
}

function readProjects(em: EntityManager): Promise<{ id: string; mode: string }[]> {
  return tablesOf(em).selectFrom('known_project').select(['id', 'mode']).execute();
}
