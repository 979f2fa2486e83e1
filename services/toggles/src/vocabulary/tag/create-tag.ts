import { Failure, Tag, tagCreated } from '@signalbox/contracts';
import { type Context, Reply, route } from '@signalbox/kit';
import { makeKnown } from './tag.ts';
import { locationOf, VersionedTag } from './tag.schema.ts';

export const createTagRoute = route(
  {
    method: 'post',
    path: '/api/admin/tags',
    summary: 'Create a tag',
    permission: 'authenticated',
    body: Tag,
    answers: { 201: VersionedTag },
    headers: { Location: 'Where the tag is found.' },
    failures: ['BadDataError', 'NameExistsError'],
    events: [tagCreated],
  },
  async ({ body }, context) => {
    const tag = await createTag(context, body);
    return new Reply({ version: 1 as const, tag }, { headers: { location: locationOf(tag) } });
  },
);

/** 400 without its type, 409 for a tag that is known. */
export async function createTag(context: Context, { type, value }: Tag): Promise<Tag> {
  const [created] = await makeKnown(context, [{ type, value }]);
  if (!created) throw new Failure('NameExistsError', `The tag ${type}:${value} exists already.`);
  return created;
}
