import type { Tag } from '@signalbox/contracts';
import { type EntityManager, type ReadContext, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { readHiddenTags } from './hidden-tags.ts';
import { KnownTag, serializeTag, tagKey, tagOrder } from './tag.ts';
import { TagList } from './tag.schema.ts';

export const listTagsRoute = route(
  {
    method: 'get',
    path: '/api/admin/tags',
    summary: 'List all tags',
    permission: 'authenticated',
    answers: { 200: TagList },
    failures: [],
  },
  async (_input, context) => ({ version: 1 as const, tags: await listVisibleTags(context, {}) }),
);

export const listTagsOfTypeRoute = route(
  {
    method: 'get',
    path: '/api/admin/tags/:type',
    summary: 'List the tags of one type',
    permission: 'authenticated',
    params: Type.Object({ type: Type.String() }),
    answers: { 200: TagList },
    failures: [],
  },
  async ({ params }, context) => ({ version: 1 as const, tags: await listVisibleTags(context, params) }),
);

/** Like `listTags`, without tags that are only on features of projects that the actor cannot see. */
async function listVisibleTags({ em, access, actor }: ReadContext, where: { readonly type?: string }): Promise<Tag[]> {
  const hidden = await readHiddenTags(em, access.visibleTo(actor));
  return (await listTags(em, where)).filter((tag) => !hidden.has(tagKey(tag)));
}

/** Returns an empty list for an unknown type. */
export async function listTags(em: EntityManager, where: { readonly type?: string }): Promise<Tag[]> {
  return (await em.find(KnownTag, where, { orderBy: tagOrder })).map(serializeTag);
}
