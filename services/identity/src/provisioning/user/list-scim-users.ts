import { type EntityManager, route } from '@signalbox/kit';
import { requireProvisioner, scimType } from '../client/provisioner.ts';
import { readScimFilter } from '../client/scim-filter.ts';
import { listReply, matchingPage, pageOf, scimListOf, scimListQuery } from '../client/scim-list.ts';
import { candidatesFor, readScimUsers, visibleUsers } from './find-scim-user.ts';
import { serializeScimUser, ScimUserShape } from './scim-user.schema.ts';

export const listScimUsersRoute = route(
  {
    method: 'get',
    path: '/scim/Users',
    summary: 'List users, or find some by a filter (SCIM)',
    permission: 'public',
    credential: requireProvisioner,
    query: scimListQuery,
    answers: { 200: scimListOf(ScimUserShape) },
    mediaTypes: [scimType],
    failures: ['AuthenticationRequired', 'BadDataError'],
  },
  async ({ query }, { em, settings }) => {
    const page = pageOf(query);
    const filter = query.filter ? readScimFilter(ScimUserShape, query.filter) : null;
    const described = async (ids: readonly number[]) =>
      (await readScimUsers(em, ids)).map(({ user, provisioned, names }) => {
        const shown = serializeScimUser(user, provisioned, settings);
        return { id: user.id, shown, notations: [shown, ...names.map((userName) => ({ ...shown, userName }))] };
      });
    const { ids, total } = filter
      ? await matchingPage(await candidatesFor(em, filter.required), filter, page, described)
      : await readPage(em, page);
    const shown = (await described(ids)).map((each) => each.shown);
    return listReply(shown, { startIndex: page.startIndex, total });
  },
);

async function readPage(em: EntityManager, { startIndex, count }: ReturnType<typeof pageOf>): Promise<{ ids: number[]; total: number }> {
  const users = visibleUsers(em);
  const { total } = await users.select(({ fn }) => fn.count<number>('user.id').as('total')).executeTakeFirstOrThrow();
  const offset = startIndex - 1;
  const rows = count === 0 ? [] : await users.select('user.id').orderBy('user.id').offset(offset).limit(count).execute();
  return { ids: rows.map(({ id }) => id), total: Number(total) };
}
