import {
  changeRequestScheduledApplicationFailure,
  changeRequestScheduledApplicationSuccess,
  environmentCreated,
  environmentDeleted,
  environmentImport,
  eventDefinitions,
  projectCreated,
  projectDeleted,
  projectImport,
  projectUpdated,
  settingCreated,
  settingUpdated,
} from '@signalbox/contracts';
import { consumer, on, reacting } from '@signalbox/kit';
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

const reactions = reacting('identity', [
  on(projectCreated, onProjectCreated),
  on(projectUpdated, onProjectUpdated),
  on(projectDeleted, onProjectDeleted),
  on(projectImport, onProjectImported),
  on(environmentCreated, onEnvironmentCreated),
  on(environmentImport, onEnvironmentCreated),
  on(environmentDeleted, onEnvironmentDeleted),
  on(settingCreated, (context, { data }) => onSettingChanged(context, data)),
  on(settingUpdated, (context, { data }) => onSettingChanged(context, data)),
  on(changeRequestScheduledApplicationSuccess, noteOutcome),
  on(changeRequestScheduledApplicationFailure, noteOutcome),
]);

/**
 * Keeps what access depends on of toggles: projects with their modes, environments, maintenance, origins of pages. The access state says
 * how far it has come with that, so that whoever caused an event can wait for its effect. What others state is no part of it.
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
