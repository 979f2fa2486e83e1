import { featureCreated, featureLinkAdded, FeatureMetadata, featureTagged, tagCreated } from '@signalbox/contracts';
import { type Context, only, route } from '@signalbox/kit';
import { projectParams } from '../../project/project/project.schema.ts';
import { createFeatures } from '../feature/create-features.ts';
import { CreateFeature, type DescribedFeature, serializeMetadata } from '../feature/feature.schema.ts';
import { changeTags } from '../tag/change-tags.ts';

export const createFeatureRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/features',
    summary: 'Create a feature',
    permission: 'CREATE_FEATURE',
    scope: 'project of the path',
    params: projectParams,
    body: CreateFeature,
    answers: { 201: FeatureMetadata },
    failures: ['BadDataError', 'NameExistsError', 'PatternError', 'InvalidOperationError', 'NotFoundError'],
    events: [featureCreated, featureLinkAdded, tagCreated, featureTagged],
  },
  async ({ params, body }, context) => serializeMetadata(await createFeature(context, params.projectId, body)),
);

/** Like `createFeatures`, for a single feature with its tags. */
export async function createFeature(context: Context, projectId: string, { tags, ...input }: CreateFeature): Promise<DescribedFeature> {
  const feature = only(await createFeatures(context, projectId, [{ input }]));
  if (tags && tags.length > 0) await changeTags(context, [feature], { addedTags: tags, removedTags: [] });
  return feature;
}
