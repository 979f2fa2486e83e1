import { tagTypeDeleted } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { untagEverywhere } from './feature-tag.ts';
import { KnownTag } from '../../vocabulary/tag/tag.ts';
import { tagTypeParams } from '../../vocabulary/tag/tag.schema.ts';
import { lockTagType, serializeTagType } from '../../vocabulary/tag/tag-type.ts';

export const deleteTagTypeRoute = route(
  {
    method: 'delete',
    path: '/api/admin/tag-types/:name',
    summary: 'Delete a tag type and all its tags, and remove them from features',
    permission: 'DELETE_TAG_TYPE',
    scope: 'the instance',
    params: tagTypeParams,
    answers: { 200: empty },
    failures: ['NotFoundError'],
    events: [tagTypeDeleted],
  },
  ({ params }, context) => deleteTagType(context, params.name),
);

export async function deleteTagType(context: Context, name: string): Promise<void> {
  const type = await lockTagType(context, name);
  await untagEverywhere(context.em, { type: name });
  await context.em.nativeDelete(KnownTag, { type: name });
  context.em.remove(type);
  context.publish(tagTypeDeleted, { preData: serializeTagType(type) });
}
