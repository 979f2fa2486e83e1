import { type EntityManager, route } from '@signalbox/kit';
import { Group } from '../../access/group/group.ts';
import { readGroups } from '../../membership/group/group.schema.ts';
import { requireProvisioner, scimType } from '../client/provisioner.ts';
import { listReply, pageOf, readFilter, scimListOf, scimListQuery } from '../client/scim-list.ts';
import { ProvisionedGroup, readExternalIds } from './provisioned-group.ts';
import { serializeScimGroup, ScimGroupShape } from './scim-group.schema.ts';

export const listScimGroupsRoute = route(
  {
    method: 'get',
    path: '/scim/Groups',
    summary: 'List groups, or find one by displayName or externalId (SCIM)',
    permission: 'public',
    credential: requireProvisioner,
    query: scimListQuery('`displayName eq "..."` or `externalId eq "..."`.'),
    answers: { 200: scimListOf(ScimGroupShape) },
    mediaTypes: [scimType],
    failures: ['AuthenticationRequired', 'BadDataError'],
  },
  async ({ query }, context) => {
    const { em, settings } = context;
    const { startIndex, count } = pageOf(query);
    const where = await groupsLike(em, query.filter);
    const total = await em.count(Group, where);
    const page = count === 0 ? [] : await em.find(Group, where, { orderBy: { id: 'asc' }, offset: startIndex - 1, limit: count });
    const ids = page.map(({ id }) => id);
    const groups = ids.length === 0 ? [] : await readGroups(em, ids);
    const externalIds = await readExternalIds(em, ids);
    return listReply(
      groups.map((group) => serializeScimGroup({ group, externalId: externalIds.get(group.id) }, settings)),
      { startIndex, total },
    );
  },
);

async function groupsLike(em: EntityManager, filter: string | undefined): Promise<{ name?: string; id?: { $in: number[] } }> {
  const equal = readFilter(filter, ['displayName', 'externalId']);
  if (!equal) return {};
  if (equal.by === 'displayName') return { name: equal.value };
  const groups = await em.find(ProvisionedGroup, { externalId: equal.value });
  return { id: { $in: groups.map(({ groupId }) => groupId) } };
}
