import { Failure } from '@signalbox/contracts';
import { route } from '@signalbox/kit';
import { Type } from 'typebox';
import { Group } from '../../access/group/group.ts';
import { readGroups } from '../../membership/group/group.schema.ts';
import { requireProvisioner, scimReply, scimType } from '../client/provisioner.ts';
import { listSchema, pageOf, scimListQuery } from '../client/scim-list.ts';
import { presentScimGroup, ScimGroupShape } from './scim-group.schema.ts';

export const listScimGroupsRoute = route(
  {
    method: 'get',
    path: '/scim/Groups',
    summary: 'List groups, or find one by displayName (SCIM)',
    permission: 'public',
    query: scimListQuery('`displayName eq "..."`.'),
    answers: {
      200: Type.Object({
        schemas: Type.Array(Type.String()),
        totalResults: Type.Integer(),
        startIndex: Type.Integer(),
        itemsPerPage: Type.Integer(),
        Resources: Type.Array(ScimGroupShape),
      }),
    },
    mediaTypes: [scimType],
    failures: ['AuthenticationRequired', 'BadDataError'],
  },
  async ({ query }, context) => {
    await requireProvisioner(context);
    const { em, settings } = context;
    const { startIndex, count } = pageOf(query);
    const where = nameIn(query.filter);
    const totalResults = await em.count(Group, where);
    const page = count === 0 ? [] : await em.find(Group, where, { orderBy: { id: 'asc' }, offset: startIndex - 1, limit: count });
    const groups =
      page.length === 0
        ? []
        : await readGroups(
            em,
            page.map(({ id }) => id),
          );
    const Resources = groups.map((group) => presentScimGroup(group, settings));
    return scimReply({ schemas: [listSchema], totalResults, startIndex, itemsPerPage: Resources.length, Resources });
  },
);

function nameIn(filter: string | undefined): { name?: string } {
  if (!filter) return {};
  const [, name] = /^\s*displayName\s+eq\s+"((?:[^"\\]|\\["\\/])*)"\s*$/i.exec(filter) ?? [];
  if (name === undefined)
    throw new Failure('BadDataError', 'filter can be displayName eq "...".', { extra: { scimType: 'invalidFilter' } });
  return { name: name.replaceAll(/\\(.)/g, '$1') };
}
