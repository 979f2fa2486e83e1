import {
  projectCreated,
  environmentDeleted,
  projectDeleted,
  projectEnvironmentRemoved,
  projectImport,
  projectUpdated,
  serviceAccountDeleted,
  userDeleted,
} from '@signalbox/contracts';
import { type EventConsumer, on, reacting } from '@signalbox/kit';
import { KnownProject } from '../base/known-project.ts';
import { endRequests } from './end-requests.ts';
import { gather, onBypass } from './on-bypass.ts';
import { onChangesProposed } from './on-changes-proposed.ts';
import { onUsers } from './on-users.ts';
import { onTouched } from './on-touched.ts';
import { onUserDeleted } from './on-user-deleted.ts';

const reactions = reacting('change-requests', [
  on(projectCreated, async ({ em }, { data: { id, mode } }) => void (await em.upsert(KnownProject, { id, mode }))),
  on(projectUpdated, async ({ em }, { data: { id, mode } }) => void (await em.upsert(KnownProject, { id, mode }))),
  on(projectImport, async ({ em }, { data: { id, mode = 'open' } }) => void (await em.upsert(KnownProject, { id, mode }))),
  on(projectDeleted, async (context, { preData: { id } }) => {
    await context.em.nativeDelete(KnownProject, { id });
    await endRequests(context, { project: id });
  }),
  on(projectEnvironmentRemoved, (context, { project, environment }) =>
    endRequests(context, { project: project ?? '', environment: environment ?? '' }),
  ),
  on(environmentDeleted, (context, { environment }) => endRequests(context, { environment: environment ?? '' })),
  ...onTouched,
  ...onUsers,
  on(userDeleted, onUserDeleted),
  on(serviceAccountDeleted, onUserDeleted),
  onBypass,
  onChangesProposed,
]);

/** Follows projects, their modes and their end, what schedules were made for, who is gone, and what is written directly. */
export const onEvents: EventConsumer = {
  ...reactions,
  async handle(envelope, context, raw) {
    await gather(context, envelope);
    await reactions.handle(envelope, context, raw);
  },
};
