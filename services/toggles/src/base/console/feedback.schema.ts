import { Type } from 'typebox';

export const AskForFeedback = Type.Object({
  feedbackId: Type.String({ maxLength: 255 }),
  neverShow: Type.Boolean({ default: false }),
});

export const Feedback = Type.Object({ ...AskForFeedback.properties, userId: Type.Integer(), given: Type.Null() });
