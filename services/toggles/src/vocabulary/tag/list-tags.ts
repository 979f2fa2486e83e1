import type { Tag } from '@signalbox/contracts';
import { type EntityManager, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { KnownTag, presentTag, tagOrder } from './tag.ts';
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
  async (_input, { em }) => ({ version: 1 as const, tags: await listTags(em, {}) }),
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
  async ({ params }, { em }) => ({ version: 1 as const, tags: await listTags(em, params) }),
);

/** An unknown type has no tags, which is no error here. */
export async function listTags(em: EntityManager, where: { readonly type?: string }): Promise<Tag[]> {
  return (await em.find(KnownTag, where, { orderBy: tagOrder })).map(presentTag);
}
