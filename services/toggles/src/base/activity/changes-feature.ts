import {
  type EventBody,
  featureCleanupSnoozed,
  featureCleanupReady,
  featureCommentAdded,
  featureCommentDeleted,
} from '@signalbox/contracts';

const remarks: readonly string[] = [featureCommentAdded, featureCommentDeleted, featureCleanupSnoozed, featureCleanupReady].map(
  ({ type }) => type,
);

/**
 * True for an event that changes the feature it names. Comments and verdicts do not, and neither do events of favorites, which have no
 * project: they must not make `If-Match` fail.
 */
export const changesFeature = (body: EventBody): body is EventBody & { featureName: string } =>
  body.featureName !== null && body.project !== null && !remarks.includes(body.type);
