import { isDeepStrictEqual } from 'node:util';
import { tagTypeUpdated } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { TagTypeContent, tagTypeParams } from './tag.schema.ts';
import { lockTagType, serializeTagType } from './tag-type.ts';

export const updateTagTypeRoute = route(
  {
    method: 'put',
    path: '/api/admin/tag-types/:name',
    summary: 'Update a tag type; omitted properties stay unchanged',
    permission: 'UPDATE_TAG_TYPE',
    scope: 'the instance',
    params: tagTypeParams,
    body: TagTypeContent,
    answers: { 200: empty },
    failures: ['NotFoundError'],
    events: [tagTypeUpdated],
  },
  ({ params, body }, context) => updateTagType(context, params.name, body),
);

/** `managedBy` moves it to a set of documents. */
export async function updateTagType(
  context: Context,
  name: string,
  { description, icon }: TagTypeContent,
  managedBy?: string,
): Promise<void> {
  const type = await lockTagType(context, name);
  const before = serializeTagType(type);
  if (description !== undefined) type.description = description;
  if (icon !== undefined) type.icon = icon;
  if (managedBy !== undefined) type.managedBy = managedBy;
  const data = serializeTagType(type);
  if (!isDeepStrictEqual(data, before)) context.publish(tagTypeUpdated, { data });
}
