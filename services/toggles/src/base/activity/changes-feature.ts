import { type EventBody, featureCommentAdded, featureCommentDeleted } from '@signalbox/contracts';

const comments: readonly string[] = [featureCommentAdded.type, featureCommentDeleted.type];

/**
 * True for an event that changes the feature it names. Comments do not, and neither do events of favorites, which have no project: they
 * must not make `If-Match` fail.
 */
export const changesFeature = (body: EventBody): body is EventBody & { featureName: string } =>
  body.featureName !== null && body.project !== null && !comments.includes(body.type);
