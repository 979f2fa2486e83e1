import type {
  changeRequestApplied,
  changeRequestRequestedApproversUpdated,
  changeRequestSentToReview,
  Envelope,
} from '@signalbox/contracts';
import type { Context, ReceivedEvent } from '@signalbox/kit';
import type { RequestMove } from '../tables/notification.ts';
import { authorIn } from './author-in.ts';
import { type Cause, notify } from './notify.ts';

/** The events of approval, rejection and cancellation have the same content. */
type MoveEvent = ReceivedEvent<typeof changeRequestApplied>;
type ReviewEvent = ReceivedEvent<typeof changeRequestSentToReview> | ReceivedEvent<typeof changeRequestRequestedApproversUpdated>;

/** Notifies the author of a change request of another user's move. */
export const noteMove =
  (move: RequestMove['move']) =>
  (context: Context, event: MoveEvent, { id }: Envelope): Promise<void> =>
    noteUsers(context, event, { eventId: id, kind: 'request', move, users: [event.data.author ?? null] });

/** Notifies the users who are to approve a change request; after a change of its reviewers, the new ones. */
export function noteReview(context: Context, event: ReviewEvent, { id }: Envelope): Promise<void> {
  const earlier = (event.preData as { readonly reviewers?: readonly number[] } | null)?.reviewers ?? [];
  const users = (event.data.reviewers ?? []).filter((reviewer) => !earlier.includes(reviewer));
  return noteUsers(context, event, { eventId: id, kind: 'approval', move: 'review', users });
}

interface Moved extends Pick<Cause, 'eventId' | 'kind'>, Pick<RequestMove, 'move'> {
  readonly users: readonly (number | null)[];
}

/** Events about drafts have no title, and notify nobody. Users are not notified of their own moves. */
async function noteUsers(context: Context, event: MoveEvent | ReviewEvent, { users, move, ...cause }: Moved): Promise<void> {
  const { changeRequestId: id, title } = event.data;
  if (title === undefined) return;
  const notice = { id, title, project: event.project ?? '', environment: event.environment ?? '', by: authorIn(event), move };
  const others = users.filter((user) => user !== null).filter((user) => user !== event.createdByUserId);
  await notify(context, { ...cause, notices: new Map(others.map((user) => [user, notice])) });
}
