import { nullable } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import type { KnownUser } from '../base/known-user.ts';
import { imageUrlOf } from '../request/change-request.schema.ts';

const ReviewerShape = Type.Object({
  id: Type.Integer(),
  email: nullable(Type.String()),
  username: nullable(Type.String()),
  name: nullable(Type.String()),
  imageUrl: Type.String(),
});

export const ReviewerList = Type.Object({ reviewers: Type.Array(ReviewerShape) });
export type ReviewerList = Static<typeof ReviewerList>;

export const serializeReviewers = (users: readonly KnownUser[]): ReviewerList => ({
  reviewers: users.map(({ id, email, username, name }) => ({
    id,
    email: email ?? null,
    username: username ?? null,
    name: name ?? null,
    imageUrl: imageUrlOf(email ?? username ?? ''),
  })),
});
