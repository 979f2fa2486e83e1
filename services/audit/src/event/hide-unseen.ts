import { changeAdded, changeDiscarded, changeEdited, featureProjectChange, withoutDraft } from '@signalbox/contracts';
import type { ReadContext } from '@signalbox/kit';
import type { ChainedEvent } from '../tables/event.ts';

type Reader = Pick<ReadContext, 'actor' | 'access'>;

/** The event type whose data names a second project: the one that a feature was moved from. */
export const moveType = featureProjectChange.type;

/** Event types whose payload only the author of a draft may read. */
const draftTypes: readonly string[] = [changeAdded.type, changeEdited.type, changeDiscarded.type];

type Hidden = Pick<ChainedEvent, 'type' | 'data' | 'preData' | 'createdByUserId'>;

/**
 * Removes content that the reader may not see: the former project of a moved feature, unless it is visible to the reader,
 * and the payloads of drafts, unless the reader is their author or an administrator.
 */
export function hideUnseen<Row extends Hidden>({ actor, access }: Reader, rows: readonly Row[]): Row[] {
  const readsDrafts = access.allows(actor, ['ADMIN']);
  const isAuthor = ({ createdByUserId: author }: Row) => author !== null && author === actor.id;
  return rows.map((row) => {
    if (draftTypes.includes(row.type) && !readsDrafts && !isAuthor(row))
      return { ...row, data: withoutDraftText(row.data), preData: withoutDraftText(row.preData) };
    if (row.type !== moveType || row.data === null) return row;
    const { oldProject, ...rest } = JSON.parse(row.data) as { oldProject?: unknown };
    return typeof oldProject === 'string' && access.sees(actor, oldProject) ? row : { ...row, data: JSON.stringify(rest) };
  });
}

const withoutDraftText = (text: string | null): string | null => (text === null ? null : JSON.stringify(withoutDraft(JSON.parse(text))));
