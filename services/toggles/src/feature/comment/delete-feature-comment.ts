import { featureCommentDeleted } from '@signalbox/contracts';
import { type Context, empty, requirePermission, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { lockExisting } from '../../base/database/find-existing.ts';
import { eventKeys, type FeatureKey, findFeature } from '../feature/feature.ts';
import { featureParams } from '../feature/feature.schema.ts';
import { commentFact, FeatureComment } from './feature-comment.ts';

export const deleteFeatureCommentRoute = route(
  {
    method: 'delete',
    path: '/api/admin/projects/:projectId/features/:featureName/comments/:commentId',
    summary: 'Delete a comment, as its author or with the permission to update the feature',
    permission: 'authenticated',
    params: Type.Object({ ...featureParams.properties, commentId: Type.String() }),
    answers: { 204: empty },
    failures: ['NoAccessError', 'NotFoundError', 'PreconditionFailedError'],
    events: [featureCommentDeleted],
  },
  ({ params }, context) => deleteFeatureComment(context, params, params.commentId),
);

async function deleteFeatureComment(context: Context, key: FeatureKey, id: string): Promise<void> {
  const { em, actor } = context;
  const feature = await findFeature(context, key);
  const comment = await lockExisting(em, { entity: FeatureComment, where: { id, featureName: feature.name }, called: `comment ${id}` });
  const isAuthor = actor.id !== null && actor.id === comment.createdByUserId;
  if (!isAuthor) requirePermission(context, 'UPDATE_FEATURE', { project: feature.project });
  em.remove(comment);
  context.publish(featureCommentDeleted, { ...eventKeys(feature), preData: commentFact(comment) });
}
