import { type EntityManager, route } from '@signalbox/kit';
import { Group } from '../../access/grant/group.ts';
import { requireProvisioner, scimType } from '../client/provisioner.ts';
import { readScimFilter } from '../client/scim-filter.ts';
import { listReply, matchingPage, pageOf, scimListOf, scimListQuery } from '../client/scim-list.ts';
import { serializeScimGroup, ScimGroupShape } from './scim-group.schema.ts';
import { groupsLike, readScimGroups } from './store-scim-group.ts';

export const listScimGroupsRoute = route(
  {
    method: 'get',
    path: '/scim/Groups',
    summary: 'List groups, or find some by a filter (SCIM)',
    permission: 'public',
    credential: requireProvisioner,
    query: scimListQuery,
    answers: { 200: scimListOf(ScimGroupShape) },
    mediaTypes: [scimType],
    failures: ['AuthenticationRequired', 'BadDataError'],
  },
  async ({ query }, { em, settings }) => {
    const page = pageOf(query);
    const filter = query.filter ? readScimFilter(ScimGroupShape, query.filter) : null;
    const described = async (ids: readonly number[]) =>
      (await readScimGroups(em, ids)).map((each) => ({ id: each.group.id, notations: [serializeScimGroup(each, settings)] }));
    const { ids, total } = filter
      ? await matchingPage(await groupsLike(em, filter.required), filter, page, described)
      : await readPage(em, page);
    const shown = (await described(ids)).flatMap(({ notations }) => notations);
    return listReply(shown, { startIndex: page.startIndex, total });
  },
);

async function readPage(em: EntityManager, { startIndex, count }: ReturnType<typeof pageOf>): Promise<{ ids: number[]; total: number }> {
  const page = count === 0 ? [] : await em.find(Group, {}, { orderBy: { id: 'asc' }, offset: startIndex - 1, limit: count });
  return { ids: page.map(({ id }) => id), total: await em.count(Group) };
}
