import type { Tag } from '@signalbox/contracts';
import { type EntityManager, route } from '@signalbox/kit';
import { findExisting } from '../../base/database/find-existing.ts';
import { KnownTag, presentTag } from './tag.ts';
import { TagParams, VersionedTag } from './tag.schema.ts';

export const getTagRoute = route(
  {
    method: 'get',
    path: '/api/admin/tags/:type/:value',
    summary: 'Get a tag',
    permission: 'authenticated',
    params: TagParams,
    answers: { 200: VersionedTag },
    failures: ['NotFoundError'],
  },
  async ({ params }, { em }) => ({ version: 1 as const, tag: await getTag(em, params) }),
);

export async function getTag(em: EntityManager, { type, value }: Tag): Promise<Tag> {
  return presentTag(await findExisting(em, { entity: KnownTag, where: { type, value }, called: `tag ${type}:${value}` }));
}
