import { featureTagged, Tag, tagCreated } from '@signalbox/contracts';
import { type Context, Reply, route } from '@signalbox/kit';
import { featureNameParams } from '../feature/feature.schema.ts';
import { findFeatureAnywhere } from '../feature/feature.ts';
import { changeTags } from './change-tags.ts';
import { serializeTag } from '../../vocabulary/tag/tag.ts';

export const tagFeatureRoute = route(
  {
    method: 'post',
    path: '/api/admin/features/:featureName/tags',
    summary: 'Add a tag to a feature',
    permission: 'UPDATE_FEATURE',
    scope: 'project of the feature',
    params: featureNameParams,
    body: Tag,
    answers: { 201: Tag },
    headers: { Location: 'The URL of the feature’s tags.' },
    failures: ['BadDataError', 'NotFoundError', 'PreconditionFailedError'],
    events: [tagCreated, featureTagged],
  },
  async ({ params: { featureName }, body }, context) => {
    await tagFeature(context, featureName, body);
    return new Reply(serializeTag(body), { headers: { location: 'tags' } });
  },
);

/** An existing tag of the feature stays. */
export async function tagFeature(context: Context, featureName: string, tag: Tag): Promise<void> {
  const feature = await findFeatureAnywhere(context, featureName, 'UPDATE_FEATURE');
  await changeTags(context, [feature], { addedTags: [tag], removedTags: [] });
}
