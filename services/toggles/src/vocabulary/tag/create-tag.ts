import { Failure, Tag, tagCreated } from '@signalbox/contracts';
import { type Context, Reply, route } from '@signalbox/kit';
import { KnownTag, makeKnown } from './tag.ts';
import { locationOf, VersionedTag } from './tag.schema.ts';

export const createTagRoute = route(
  {
    method: 'post',
    path: '/api/admin/tags',
    summary: 'Create a tag',
    permission: ['CREATE_FEATURE', 'UPDATE_FEATURE'],
    scope: 'any project',
    body: Tag,
    answers: { 201: VersionedTag },
    headers: { Location: 'The URL of the tag.' },
    failures: ['BadDataError', 'NameExistsError'],
    events: [tagCreated],
  },
  async ({ body }, context) => {
    const tag = await createTag(context, body);
    return new Reply({ version: 1 as const, tag }, { headers: { location: locationOf(tag) } });
  },
);

/**
 * Limit on tags that are created by hand, because every list of tags for selection contains all of them. Limits on features
 * bound the others.
 */
const maxTags = 10_000;

/** Throws 400 for an unknown type or beyond the limit, 409 for a tag that exists. */
async function createTag(context: Context, { type, value }: Tag): Promise<Tag> {
  if ((await context.em.count(KnownTag, {})) >= maxTags)
    throw new Failure('BadDataError', `The instance already has ${maxTags} tags. Delete unused tags first.`);
  const [created] = await makeKnown(context, [{ type, value }]);
  if (!created) throw new Failure('NameExistsError', `The tag ${type}:${value} already exists.`);
  return created;
}
