import { Failure, type Tag } from '@signalbox/contracts';
import { type ReadContext, route } from '@signalbox/kit';
import { findExisting } from '../../base/database/find-existing.ts';
import { readHiddenTags } from './hidden-tags.ts';
import { KnownTag, serializeTag } from './tag.ts';
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
  async ({ params }, context) => ({ version: 1 as const, tag: await getTag(context, params) }),
);

/** Throws 404 also for a tag that is only on features of projects that the actor cannot see. */
async function getTag({ em, access, actor }: ReadContext, { type, value }: Tag): Promise<Tag> {
  const called = `tag ${type}:${value}`;
  const tag = serializeTag(await findExisting(em, { entity: KnownTag, where: { type, value }, called }));
  const hidden = await readHiddenTags(em, access.visibleTo(actor), tag);
  if (hidden.size > 0) throw new Failure('NotFoundError', `There is no ${called}.`);
  return tag;
}
