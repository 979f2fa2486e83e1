import { featureTagged, featureUntagged, type Tag, tagCreated } from '@signalbox/contracts';
import { type Context, Reply, route } from '@signalbox/kit';
import { featureNameParams } from '../feature/feature.schema.ts';
import { findFeatureAnywhere } from '../feature/feature.ts';
import { changeTags } from './change-tags.ts';
import { tagsOf } from './feature-tag.ts';
import { TagChange, TagList } from '../../vocabulary/tag/tag.schema.ts';

export const updateTagsOfFeatureRoute = route(
  {
    method: 'put',
    path: '/api/admin/features/:featureName/tags',
    summary: 'Add and remove tags of a feature',
    permission: 'UPDATE_FEATURE',
    scope: 'project of the feature',
    params: featureNameParams,
    body: TagChange,
    answers: { 200: TagList },
    headers: { Location: 'The URL of the feature’s tags.' },
    failures: ['BadDataError', 'NotFoundError', 'PreconditionFailedError'],
    events: [tagCreated, featureTagged, featureUntagged],
  },
  async ({ params: { featureName }, body }, context) => {
    const tags = await updateTagsOfFeature(context, featureName, body);
    return new Reply({ version: 1 as const, tags }, { headers: { location: 'tags' } });
  },
);

/** Returns all tags of the feature after the change. */
async function updateTagsOfFeature(context: Context, featureName: string, change: TagChange): Promise<Tag[]> {
  await changeTags(context, [await findFeatureAnywhere(context, featureName, 'UPDATE_FEATURE')], change);
  return tagsOf(context.em, featureName);
}
