import { DateTime, nullable } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import { featureCommentTable } from '../../tables/feature-parts.ts';

/** A comment of a user or API token on a feature. Keeps the author's name when the user is deleted. */
export class FeatureComment extends featureCommentTable.entity.class {}
featureCommentTable.entity.setClass(FeatureComment);

export const FeatureCommentShape = Type.Object({
  id: Type.String({ format: 'uuid' }),
  /** Plain text. */
  text: Type.String(),
  createdBy: Type.String(),
  /** Null for an API token. */
  createdByUserId: nullable(Type.Integer()),
  createdAt: DateTime,
});

export const serializeComment = (comment: FeatureComment): Static<typeof FeatureCommentShape> => ({
  id: comment.id,
  text: comment.text,
  createdBy: comment.createdBy,
  createdByUserId: comment.createdByUserId ?? null,
  createdAt: comment.createdAt.toISOString(),
});

/** The comment in events. */
export const commentFact = ({ id, text }: FeatureComment) => ({ id, text });
