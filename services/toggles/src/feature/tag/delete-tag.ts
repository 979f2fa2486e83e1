import { type Tag, tagDeleted } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { untagEverywhere } from './feature-tag.ts';
import { KnownTag, serializeTag } from '../../vocabulary/tag/tag.ts';
import { TagParams } from '../../vocabulary/tag/tag.schema.ts';
import { lockTagType } from '../../vocabulary/tag/tag-type.ts';

export const deleteTagRoute = route(
  {
    method: 'delete',
    path: '/api/admin/tags/:type/:value',
    summary: 'Delete a tag and remove it from features',
    permission: 'UPDATE_FEATURE',
    scope: 'the instance',
    params: TagParams,
    answers: { 200: empty },
    failures: ['NotFoundError'],
    events: [tagDeleted],
  },
  ({ params }, context) => deleteTag(context, params),
);

/** Ignores an unknown tag. Throws 404 for an unknown type. */
async function deleteTag(context: Context, { type, value }: Tag): Promise<void> {
  await lockTagType(context, type);
  const tag = await context.em.findOne(KnownTag, { type, value });
  if (!tag) return;
  await untagEverywhere(context.em, { type, value });
  context.em.remove(tag);
  context.publish(tagDeleted, { data: serializeTag(tag) });
}
