import { envelopeType, type EventDefinition } from '@signalbox/contracts';
import { type EventConsumer, reacting } from '@signalbox/kit';
import { changeRequestsQueue, directWrites } from '../base/change-requests-queue.ts';
import { KnownProject } from '../tables/known.ts';
import { hasSchedule } from './affected-requests.ts';
import { endRequests } from './end-requests.ts';
import { onBypass, recordDirectWrite, recordsAny } from './on-bypass.ts';
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

const typesOf = (events: readonly EventDefinition[]): ReadonlySet<string> =>
  new Set(events.map(({ type, version }) => envelopeType(type, version)));
const written = typesOf(directWrites);
const touching = typesOf((Object.keys(onTouched) as (keyof typeof onTouched)[]).map((name) => changeRequestsQueue.events[name]));

/**
 * Tracks projects and users, ends requests of deleted projects, environments and users, fails outdated schedules, and
 * records direct writes.
 */
export const onEvents: EventConsumer = {
  ...reactions,
  /** Most changes are neither direct writes to protected environments, nor is there a schedule that they could outdate. */
  async ignores(em, batch) {
    if (await recordsAny(em, batch)) return () => false;
    const fails = await hasSchedule(em);
    return ({ type }) => written.has(type) || (!fails && touching.has(type));
  },
  async handle(envelope, context, raw) {
    await recordDirectWrite(context, envelope);
    await reactions.handle(envelope, context, raw);
  },
};
