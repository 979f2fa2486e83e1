import { Failure } from '@signalbox/contracts';
import { type EntityManager, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { tablesOf } from '../../base/database/tables.ts';
import { ProvisionedUser } from '../../user/provisioned-user.ts';
import { User } from '../../user/user.ts';
import { requireProvisioner, scimReply, scimType } from '../client/provisioner.ts';
import { listSchema, pageOf, scimListQuery } from '../client/scim-list.ts';
import { presentScimUser, ScimUserShape } from './scim-user.schema.ts';

export const listScimUsersRoute = route(
  {
    method: 'get',
    path: '/scim/Users',
    summary: 'List users, or find one by userName or externalId (SCIM)',
    permission: 'public',
    query: scimListQuery('`userName eq "..."` or `externalId eq "..."`.'),
    answers: {
      200: Type.Object({
        schemas: Type.Array(Type.String()),
        totalResults: Type.Integer(),
        startIndex: Type.Integer(),
        itemsPerPage: Type.Integer(),
        Resources: Type.Array(ScimUserShape),
      }),
    },
    mediaTypes: [scimType],
    failures: ['AuthenticationRequired', 'BadDataError'],
  },
  async ({ query }, context) => {
    await requireProvisioner(context);
    const { em, settings } = context;
    const { startIndex, count } = pageOf(query);
    const { ids, total } = await readIds(em, readFilter(query.filter), startIndex - 1, count);
    const users = await em.find(User, { id: { $in: ids } }, { orderBy: { id: 'asc' } });
    const provisioned = await em.find(ProvisionedUser, { userId: { $in: ids } });
    const Resources = users.map((user) => presentScimUser(user, provisioned.find(({ userId }) => userId === user.id) ?? null, settings));
    return scimReply({ schemas: [listSchema], totalResults: total, startIndex, itemsPerPage: Resources.length, Resources });
  },
);

interface Filter {
  readonly by: 'username' | 'externalid';
  readonly value: string;
}

/** Equality is what provisioning clients ask for; another filter is refused (RFC 7644 §3.4.2.2). */
function readFilter(filter: string | undefined): Filter | null {
  if (filter === undefined || filter === '') return null;
  const [, by, text] = /^\s*(userName|externalId)\s+eq\s+"((?:[^"\\]|\\["\\/])*)"\s*$/i.exec(filter) ?? [];
  if (by === undefined || text === undefined)
    throw new Failure('BadDataError', 'filter can be userName eq "..." or externalId eq "...".', { extra: { scimType: 'invalidFilter' } });
  return { by: by.toLowerCase() as Filter['by'], value: text.replaceAll(/\\(.)/g, '$1') };
}

async function readIds(em: EntityManager, filter: Filter | null, offset: number, limit: number): Promise<{ ids: number[]; total: number }> {
  const users = tablesOf(em)
    .selectFrom('user')
    .leftJoin('provisioned_user', 'provisioned_user.user_id', 'user.id')
    .where('user.kind', '=', 'user')
    .where((where) => where.or([where('user.deleted_at', 'is', null), where('provisioned_user.active', '=', 0)]));
  const found =
    filter === null
      ? users
      : filter.by === 'externalid'
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
