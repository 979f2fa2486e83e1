import { featureTagged, featureUntagged, tagCreated } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { badValue } from '../../base/input/bad-value.ts';
import { findFeatures } from '../feature/feature.ts';
import { FeatureNames } from '../feature/feature.schema.ts';
import { projectParams } from '../../project/project/project.schema.ts';
import { changeTags } from './change-tags.ts';
import { TagChange } from '../../vocabulary/tag/tag.schema.ts';

export const updateTagsOfFeaturesRoute = route(
  {
    method: 'put',
    path: '/api/admin/projects/:projectId/tags',
    summary: 'Add and remove tags of several features',
    permission: 'UPDATE_FEATURE',
    scope: 'project of the path',
    params: projectParams,
    body: Type.Object({ ...FeatureNames.properties, tags: TagChange }),
    answers: { 200: empty },
    failures: ['BadDataError', 'InvalidOperationError'],
    events: [tagCreated, featureTagged, featureUntagged],
  },
  ({ params, body }, context) => updateTagsOfFeatures(context, params.projectId, body.features, body.tags),
);

/** Each change emits an event with all tags of its feature. */
const maxChanges = 10_000;

/** Changes the tags of the named features that exist. Throws 400 for too many changes at once. */
async function updateTagsOfFeatures(context: Context, projectId: string, names: readonly string[], change: TagChange): Promise<void> {
  const changes = names.length * (change.addedTags.length + change.removedTags.length);
  if (changes > maxChanges)
    throw badValue('features', `and tags make ${changes} changes; a request can make at most ${maxChanges}. Send fewer at once`);
  await changeTags(context, await findFeatures(context, projectId, names), change);
}
