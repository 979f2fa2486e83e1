import { eventDefinitions, eventKinds, Failure } from '@signalbox/contracts';
import { type Context, noAccess } from '@signalbox/kit';
import { type EventFilter, everywhere, isUnrestricted } from './event-filter.ts';

/**
 * Throws unless the caller may see the events of the filter in the log: events without a project require an administrator,
 * others access to the project. Throws 400 for an unknown event type.
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

/** Older names in the specification. No service emits these events, but add-ons may list them. */
const olderNames = ['feature-updated', 'scheduled-change-request-executed'];

const concernsProjects = (type: string): boolean =>
  olderNames.includes(type) || (eventDefinitions.get(type)?.scope.some((part) => part.startsWith('project')) ?? false);
