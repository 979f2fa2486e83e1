import { Type } from 'typebox';
import { defineEvent } from './define-event.ts';
import { feature } from './scope.ts';

const FeatureComment = Type.Object({ id: Type.String({ format: 'uuid' }), text: Type.String() });

export const featureCommentAdded = defineEvent('toggles', 'feature-comment-added', {
  when: 'a comment on a feature is added',
  scope: feature,
  data: FeatureComment,
});

export const featureCommentDeleted = defineEvent('toggles', 'feature-comment-deleted', {
  when: 'a comment on a feature is deleted',
  scope: feature,
  preData: FeatureComment,
});
