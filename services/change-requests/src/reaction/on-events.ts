import { type EventConsumer, reacting } from '@signalbox/kit';
import { changeRequestsQueue } from '../base/change-requests-queue.ts';
import { KnownProject } from '../base/known-project.ts';
import { endRequests } from './end-requests.ts';
import { recordDirectWrite, onBypass } from './on-bypass.ts';
import { onChangesProposed } from './on-changes-proposed.ts';
import { onUsers } from './on-users.ts';
import { onTouched } from './on-touched.ts';
import { onUserDeleted } from './on-user-deleted.ts';

const reactions = reacting(changeRequestsQueue, {
  projectCreated: async ({ em }, { data: { id, mode } }) => void (await em.upsert(KnownProject, { id, mode })),
  projectUpdated: async ({ em }, { data: { id, mode } }) => void (await em.upsert(KnownProject, { id, mode })),
  projectImport: async ({ em }, { data: { id, mode = 'open' } }) => void (await em.upsert(KnownProject, { id, mode })),
  projectDeleted: async (context, { preData: { id } }) => {
    await context.em.nativeDelete(KnownProject, { id });
    await endRequests(context, { project: id });
  },
  projectEnvironmentRemoved: (context, { project, environment }) =>
    endRequests(context, { project: project ?? '', environment: environment ?? '' }),
  environmentDeleted: (context, { environment }) => endRequests(context, { environment: environment ?? '' }),
  ...onTouched,
  ...onUsers,
  userDeleted: onUserDeleted,
  serviceAccountDeleted: onUserDeleted,
  protectionBypassed: onBypass,
  changesProposed: onChangesProposed,
});

/**
 * Tracks projects and users, ends requests of deleted projects, environments and users, fails outdated schedules, and
 * records direct writes.
 */
export const onEvents: EventConsumer = {
  ...reactions,
  async handle(envelope, context, raw) {
    await recordDirectWrite(context, envelope);
    await reactions.handle(envelope, context, raw);
  },
};
