import { type ReadContext, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { type FeatureKey, Feature, refuseElsewhere } from '../feature/feature.ts';
import { featureParams } from '../feature/feature.schema.ts';
import { FeatureComment, FeatureCommentShape, serializeComment } from './feature-comment.ts';

const maxPerPage = 100;

const Page = Type.Object({
  before: Type.Optional(Type.String({ format: 'uuid', description: 'Returns comments older than the one with this id.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxPerPage, default: maxPerPage })),
});

export const listFeatureCommentsRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/features/:featureName/comments',
    summary: 'List the latest comments on a feature, the newest last',
    permission: 'authenticated',
    params: featureParams,
    query: Page,
    answers: { 200: Type.Object({ comments: Type.Array(FeatureCommentShape), hasOlder: Type.Boolean() }) },
    failures: ['NotFoundError'],
  },
  ({ params, query }, context) => listFeatureComments(context, params, query),
);

/** Also lists comments on archived features. */
async function listFeatureComments({ em }: Pick<ReadContext, 'em'>, key: FeatureKey, { before, limit = maxPerPage }: Static<typeof Page>) {
  const { featureName } = key;
  refuseElsewhere(await em.findOne(Feature, { name: featureName }), key.projectId, featureName);
  const older = { featureName, ...(before !== undefined && { id: { $lt: before } }) };
  const found = await em.find(FeatureComment, older, { orderBy: { id: 'desc' }, limit: limit + 1 });
  return { comments: found.slice(0, limit).reverse().map(serializeComment), hasOlder: found.length > limit };
}
