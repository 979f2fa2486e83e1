import { type Envelope, eventDefinitions } from '@signalbox/contracts';
import { consumer, reacting } from '@signalbox/kit';
import { featureChangeTypes, identityQueue } from '../base/identity-queue.ts';
import { publishAccess } from '../base/access-broadcast.ts';
import { HeardPosition } from '../tables/projection.ts';
import { onFeatureChanged, watchedIn } from '../notification/on-feature-changed.ts';
import { noteMove, noteReview } from '../notification/note-move.ts';
import { noteOutcome } from '../notification/note-outcome.ts';
import { onEnvironmentCreated } from './on-environment-created.ts';
import { onEnvironmentDeleted } from './on-environment-deleted.ts';
import { onProjectCreated } from './on-project-created.ts';
import { onProjectDeleted } from './on-project-deleted.ts';
import { onProjectImported } from './on-project-imported.ts';
import { onProjectUpdated } from './on-project-updated.ts';
import { onSettingChanged } from './on-setting-changed.ts';

const reactions = reacting(identityQueue, {
  projectCreated: onProjectCreated,
  projectUpdated: onProjectUpdated,
  projectDeleted: onProjectDeleted,
  projectImport: onProjectImported,
  environmentCreated: onEnvironmentCreated,
  environmentImport: onEnvironmentCreated,
  environmentDeleted: onEnvironmentDeleted,
  settingCreated: (context, { data }) => onSettingChanged(context, data),
  settingUpdated: (context, { data }) => onSettingChanged(context, data),
  changeRequestScheduledApplicationSuccess: noteOutcome,
  changeRequestScheduledApplicationFailure: noteOutcome,
  changeRequestSentToReview: noteReview,
  changeRequestRequestedApproversUpdated: noteReview,
  changeRequestApproved: noteMove('approved'),
  changeRequestRejected: noteMove('rejected'),
  changeRequestCancelled: noteMove('canceled'),
  changeRequestApplied: noteMove('applied'),
});

const isFeatureChange = ({ data }: Envelope): boolean => featureChangeTypes.has(data.type);

/**
 * Maintains the part of toggles' state that access depends on: projects with their modes, environments, maintenance, and origins of pages.
 * The access state includes the position of the last event, so that callers can wait for its effect. Changes of features and events of
 * other services are not part of it.
 */
export const onEvents = consumer({
  queue: reactions.queue,
  async ignores(em, batch) {
    const watched = await watchedIn(em, batch.filter(isFeatureChange));
    return (envelope) => isFeatureChange(envelope) && !watched.has(envelope.data.featureName);
  },
  async handle(envelope, context, raw) {
    if (isFeatureChange(envelope)) return onFeatureChanged(context, envelope);
    await reactions.handle(envelope, context, raw);
    if (eventDefinitions.get(envelope.data.type)?.service !== 'toggles') return;
    await context.em.upsert(HeardPosition, { service: 'toggles', position: envelope.sequence });
    publishAccess(context, []);
  },
});
