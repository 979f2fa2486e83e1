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

/** Tags made for later: each is read by everybody who is offered tags. Those that features carry are bounded by the features. */
const maxTags = 10_000;

/** 400 without its type or beyond the bound, 409 for a tag that is known. */
export async function createTag(context: Context, { type, value }: Tag): Promise<Tag> {
  if ((await context.em.count(KnownTag, {})) >= maxTags)
    throw new Failure('BadDataError', `The instance already has ${maxTags} tags. Delete unused tags first.`);
  const [created] = await makeKnown(context, [{ type, value }]);
  if (!created) throw new Failure('NameExistsError', `The tag ${type}:${value} already exists.`);
  return created;
}
