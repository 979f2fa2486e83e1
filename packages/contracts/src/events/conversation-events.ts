import { Type } from 'typebox';
import { nullable } from '../shapes.ts';
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

const FeatureOwner = Type.Object({ owner: nullable(Type.Object({ id: Type.Integer(), name: Type.String() })) });

export const featureOwnerUpdated = defineEvent('toggles', 'feature-owner-updated', {
  when: 'a feature gets another owner or none, also when its owner is deleted',
  scope: feature,
  data: FeatureOwner,
  preData: FeatureOwner,
});
