import { tagTypeCreated, TagTypeShape } from '@signalbox/contracts';
import { type Context, Reply, route } from '@signalbox/kit';
import { CreateTagType } from './tag.schema.ts';
import { serializeTagType, refuseTakenTagType, TagType } from './tag-type.ts';

export const createTagTypeRoute = route(
  {
    method: 'post',
    path: '/api/admin/tag-types',
    summary: 'Create a tag type',
    permission: 'CREATE_TAG_TYPE',
    scope: 'the instance',
    body: CreateTagType,
    answers: { 201: TagTypeShape },
    headers: { Location: 'The URL of the tag type.' },
    failures: ['NameExistsError'],
    events: [tagTypeCreated],
  },
  async ({ body }, context) => {
    const type = await createTagType(context, body);
    return new Reply(type, { headers: { location: `tag-types/${type.name}` } });
  },
);

/** `managedBy` is the set of documents that creates it. */
export async function createTagType(context: Context, input: CreateTagType, managedBy?: string): Promise<TagTypeShape> {
  await refuseTakenTagType(context.em, input.name);
  const data = serializeTagType(storeTagType(context, { ...input, managedBy }));
  context.publish(tagTypeCreated, { data });
  return data;
}

interface OwnedTagType extends CreateTagType {
  readonly managedBy?: string | undefined;
}

/** Stores a tag type whose name must be free. */
export const storeTagType = ({ em }: Pick<Context, 'em'>, { name, description = null, icon = null, managedBy }: OwnedTagType): TagType =>
  em.create(TagType, { name, description, icon, managedBy: managedBy ?? null });
