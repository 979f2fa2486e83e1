import { Failure, featureCommentAdded, NewComment, readComment, refusedComment } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { eventKeys, type FeatureKey, findActiveFeature } from '../feature/feature.ts';
import { featureParams } from '../feature/feature.schema.ts';
import { commentFact, FeatureComment, FeatureCommentShape, serializeComment } from './feature-comment.ts';

const maxComments = 1000;

export const commentOnFeatureRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/features/:featureName/comments',
    summary: 'Comment on a feature',
    permission: 'authenticated',
    params: featureParams,
    body: NewComment,
    answers: { 201: FeatureCommentShape },
    failures: ['BadDataError', 'NotFoundError', 'PreconditionFailedError', 'ValidationError'],
    events: [featureCommentAdded],
  },
  async ({ params, body }, context) => serializeComment(await commentOnFeature(context, params, body.text)),
);

/** Locks the feature, so that concurrent requests cannot exceed the limit. */
async function commentOnFeature(context: Context, key: FeatureKey, text: string): Promise<FeatureComment> {
  const trimmed = readComment(text);
  if (trimmed === '') throw refusedComment('text');
  const { em, actor, id, now } = context;
  const feature = await findActiveFeature(context, key);
  if ((await em.count(FeatureComment, { featureName: feature.name })) >= maxComments)
    throw new Failure('BadDataError', `The feature ${feature.name} has ${maxComments} comments, which is the maximum. Delete one first.`);
  const comment = em.create(FeatureComment, {
    id: id(),
    featureName: feature.name,
    text: trimmed,
    createdByUserId: actor.id,
    createdBy: actor.name,
    createdAt: now(),
  });
  context.publish(featureCommentAdded, { ...eventKeys(feature), data: commentFact(comment) });
  return comment;
}
