import { type EntityManager, route } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';
import { ProvisionedUser } from '../../user/provisioned-user.ts';
import { User } from '../../user/user.ts';
import { requireProvisioner, scimType } from '../client/provisioner.ts';
import { listReply, pageOf, readFilter, scimListOf, scimListQuery } from '../client/scim-list.ts';
import { serializeScimUser, ScimUserShape } from './scim-user.schema.ts';

export const listScimUsersRoute = route(
  {
    method: 'get',
    path: '/scim/Users',
    summary: 'List users, or find one by userName or externalId (SCIM)',
    permission: 'public',
    credential: requireProvisioner,
    query: scimListQuery('`userName eq "..."` or `externalId eq "..."`.'),
    answers: { 200: scimListOf(ScimUserShape) },
    mediaTypes: [scimType],
    failures: ['AuthenticationRequired', 'BadDataError'],
  },
  async ({ query }, context) => {
    const { em, settings } = context;
    const { startIndex, count } = pageOf(query);
    const { ids, total } = await readIds(em, readFilter(query.filter, ['userName', 'externalId']), startIndex - 1, count);
    const users = await em.find(User, { id: { $in: ids } }, { orderBy: { id: 'asc' } });
    const provisioned = await em.find(ProvisionedUser, { userId: { $in: ids } });
    const provisionedOf = (user: User) => provisioned.find(({ userId }) => userId === user.id) ?? null;
    return listReply(
      users.map((user) => serializeScimUser(user, provisionedOf(user), settings)),
      { startIndex, total },
    );
  },
);

type Filter = ReturnType<typeof readFilter<'userName' | 'externalId'>>;

async function readIds(em: EntityManager, filter: Filter, offset: number, limit: number): Promise<{ ids: number[]; total: number }> {
  const users = tablesOf(em)
    .selectFrom('user')
    .leftJoin('provisioned_user', 'provisioned_user.user_id', 'user.id')
    .where('user.kind', '=', 'user')
    .where((where) => where.or([where('user.deleted_at', 'is', null), where('provisioned_user.active', '=', 0)]));
  const found =
    filter === null
      ? users
      : filter.by === 'externalId'
        ? users.where('provisioned_user.external_id', '=', filter.value)
        : users.where((where) =>
            where.or([
              where('provisioned_user.user_name', '=', filter.value.toLowerCase()),
              where('user.email', '=', filter.value.toLowerCase()),
              where('user.username', '=', filter.value),
            ]),
          );
  const { total } = await found.select(({ fn }) => fn.count<number>('user.id').as('total')).executeTakeFirstOrThrow();
  const rows = limit === 0 ? [] : await found.select('user.id').orderBy('user.id').offset(offset).limit(limit).execute();
  return { ids: rows.map(({ id }) => id), total: Number(total) };
}
