import { Failure, type Tag } from '@signalbox/contracts';
import { type ReadContext, route } from '@signalbox/kit';
import { featureNameParams } from '../feature/feature.schema.ts';
import { Feature } from '../feature/feature.ts';
import { tagsOf } from './feature-tag.ts';
import { TagList } from '../../vocabulary/tag/tag.schema.ts';

export const listTagsOfFeatureRoute = route(
  {
    method: 'get',
    path: '/api/admin/features/:featureName/tags',
    summary: 'List the tags of a feature',
    permission: 'authenticated',
    params: featureNameParams,
    answers: { 200: TagList },
    failures: ['NotFoundError'],
  },
  async ({ params }, context) => ({ version: 1 as const, tags: await listTagsOfFeature(context, params.featureName) }),
);

/** Includes archived features. Throws 404 for a feature of a project that the actor cannot see. */
async function listTagsOfFeature({ em, access, actor }: ReadContext, featureName: string): Promise<Tag[]> {
  const feature = await em.findOne(Feature, { name: featureName });
  if (!feature || !access.sees(actor, feature.project)) throw new Failure('NotFoundError', `There is no feature ${featureName}.`);
  return tagsOf(em, featureName);
}
