import type { ReadContext } from '@signalbox/kit';
import { readLog } from './event.ts';

/**
 * The projects whose events the caller may see, among those that the log names; `all` includes the events of the
 * instance, which belong to no project. It is the event's own project that counts, not where its feature is by now.
 */
export async function visibleProjects({ em, actor, access }: Pick<ReadContext, 'em' | 'actor' | 'access'>): Promise<'all' | string[]> {
  if (access.allows(actor, ['ADMIN'])) return 'all';
  const rows = await readLog(em).selectFrom('event').select('project').distinct().where('project', 'is not', null).execute();
  return rows.flatMap(({ project }) => (project !== null && access.sees(actor, project) ? [project] : []));
}
