import { type EntityManager, route } from '@signalbox/kit';
import { readRootRoles } from '../../access/role/role.ts';
import { serializeRole } from '../../access/role/role.schema.ts';
import { tablesOf } from '../../tables/tables.ts';
import { serializeUser } from '../../user/user.schema.ts';
import { User, usersOnly } from '../../user/user.ts';
import { openInvitation } from '../invitation/invite-user.ts';
import { UsersShape } from './user-admin.schema.ts';

export const listUsersRoute = route(
  {
    method: 'get',
    path: '/api/admin/user-admin',
    summary: 'List all users and the root roles',
    permission: 'ADMIN',
    answers: { 200: UsersShape },
    failures: [],
  },
  async (_input, { em, now, settings }) => {
    const users = await em.find(User, usersOnly, { orderBy: { id: 'asc' } });
    const invited = await readInvited(em, now());
    const inviteLink = openInvitation(settings);
    return {
      users: users.map((user) => ({ ...serializeUser(user), ...(invited.has(user.id) ? { inviteLink } : {}) })),
      rootRoles: (await readRootRoles(em)).map(serializeRole),
    };
  },
);

async function readInvited(em: EntityManager, now: Date): Promise<Set<number>> {
  const rows = await tablesOf(em)
    .selectFrom('reset_token')
    .select('user_id')
    .where('created_by', 'is not', null)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.getTime())
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}
