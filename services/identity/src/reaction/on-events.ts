import { eventDefinitions } from '@signalbox/contracts';
import { consumer, reacting } from '@signalbox/kit';
import { identityQueue } from '../base/identity-queue.ts';
import { publishAccess } from '../base/access-broadcast.ts';
import { HeardPosition } from '../base/projection/heard-position.ts';
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
});

/**
 * Maintains the part of toggles' state that access depends on: projects with their modes, environments, maintenance, and origins of pages.
 * The access state includes the position of the last event, so that callers can wait for its effect. Events of other services are not part
 * of it.
 */
export const onEvents = consumer({
  queue: reactions.queue,
  async handle(envelope, context, raw) {
    await reactions.handle(envelope, context, raw);
    if (eventDefinitions.get(envelope.data.type)?.service !== 'toggles') return;
    await context.em.upsert(HeardPosition, { service: 'toggles', position: envelope.sequence });
    publishAccess(context, []);
  },
});
