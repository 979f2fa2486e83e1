import { DateTime } from '@signalbox/contracts';
import { beginningOf, compareTexts, type Context, dayMs } from '@signalbox/kit';
import { compositeKey, mergeRows } from '@signalbox/table';
import { Type, type Static } from 'typebox';
import { tablesOf } from '../../tables/tables.ts';

/** The number of changes in a project on a day (UTC). */
export const ImportedActivity = Type.Object({
  project: Type.String({ minLength: 1, maxLength: 100 }),
  /** The last change of the day. */
  lastAt: DateTime,
  events: Type.Integer({ minimum: 1, maximum: 1e9 }),
});
type ImportedActivity = Static<typeof ImportedActivity>;

/** Stores the larger of the imported and the present number of each day. Returns the number of entries of known projects. */
export async function importActivity({ em }: Context, entries: readonly ImportedActivity[]): Promise<number> {
  const projects = await tablesOf(em).selectFrom('project').select('id').execute();
  const ids = new Set(projects.map(({ id }) => id));
  const known = entries.filter(({ project }) => ids.has(project));
  const days = new Map(known.map((entry) => [compositeKey(entry.project, dayOf(entry)), entry]));
  const rows = [...days]
    .toSorted(([left], [right]) => compareTexts(left, right))
    .map(([, entry]) => ({ project_id: entry.project, day: dayOf(entry), events: entry.events, last_at: Date.parse(entry.lastAt) }));
  await mergeRows(em, 'project_activity', { key: ['project_id', 'day'], merge: { events: 'max', last_at: 'max' } }, rows);
  return known.length;
}

const dayOf = ({ lastAt }: ImportedActivity): number => beginningOf(dayMs, Date.parse(lastAt));
