import type { FeatureChange, Notice, RequestMove } from '../tables/notification.ts';

/** True for a change of a watched feature. */
export const isChange = (notice: Notice): notice is FeatureChange => 'feature' in notice;

/** True for another user's move of a change request. */
export const isMove = (notice: Notice): notice is RequestMove => 'move' in notice;

/** A notice in one line: the subject of its mail, and its text in the console. */
export function headlineOf(notice: Notice): string {
  if (isChange(notice)) return `${notice.by} ${notice.phrase}`;
  const { title } = notice;
  if (isMove(notice))
    return notice.move === 'review' ? `${notice.by} requests your approval: ${title}` : `${notice.by} ${notice.move}: ${title}`;
  return notice.reason === null ? `Applied as scheduled: ${title}` : `Not applied: ${title}`;
}
