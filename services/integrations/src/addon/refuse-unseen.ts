import { eventDefinitions, eventKinds, Failure } from '@signalbox/contracts';
import { type Context, noAccess } from '@signalbox/kit';
import { type EventFilter, everywhere, isUnrestricted } from './event-filter.ts';

/**
 * Whoever says where events are sent must be allowed to see them in the log: those of no project are administrators' alone, the others
 * those of who sees the project. 400 for a kind that there is not.
 */
export function refuseUnseen({ access, actor }: Pick<Context, 'access' | 'actor'>, { events, projects }: EventFilter): void {
  const unknown = events.findIndex((type) => !eventDefinitions.has(type) && !eventKinds.includes(type));
  if (unknown >= 0) throw new Failure('BadDataError', `There is no event type ${events[unknown]}.`, { path: `events/${unknown}` });
  if (access.allows(actor, ['ADMIN'])) return;
  if (events.some((type) => !concernsProjects(type))) throw noAccess(['ADMIN']);
  const visible = access.visibleTo(actor);
  if (visible === 'all') return;
  if (isUnrestricted(projects)) {
    const message = 'List the projects explicitly: some projects are not visible to you.';
    throw new Failure('NoAccessError', message, { path: 'projects', extra: { permissions: ['ADMIN'] } });
  }
  const unseen = projects.findIndex((project) => project !== everywhere && !visible.includes(project));
  if (unseen >= 0) throw new Failure('BadDataError', `There is no project ${projects[unseen]}.`, { path: `projects/${unseen}` });
}

/** Older names in the specification. No service emits them, but add-ons may name them. */
const olderNames = ['feature-updated', 'scheduled-change-request-executed'];

const concernsProjects = (type: string): boolean =>
  olderNames.includes(type) || (eventDefinitions.get(type)?.scope.some((part) => part.startsWith('project')) ?? false);
