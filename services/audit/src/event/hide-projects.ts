import { featureProjectChange } from '@signalbox/contracts';
import type { ReadContext } from '@signalbox/kit';
import type { EventRow } from '../log/event.ts';

type Reader = Pick<ReadContext, 'actor' | 'access'>;

/** The type of the events whose data names a second project: the one that a feature has left. */
export const moveType = featureProjectChange.type;

/** Leaves the project that a feature has left out of the event of its move, unless the reader sees that project. */
export function hideProjects<Row extends Pick<EventRow, 'type' | 'data'>>({ actor, access }: Reader, rows: readonly Row[]): Row[] {
  return rows.map((row) => {
    if (row.type !== moveType || row.data === null) return row;
    const { oldProject, ...rest } = JSON.parse(row.data) as { oldProject?: unknown };
    return typeof oldProject === 'string' && access.sees(actor, oldProject) ? row : { ...row, data: JSON.stringify(rest) };
  });
}
