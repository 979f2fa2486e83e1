import type { changeRequestScheduledApplicationSuccess, Envelope } from '@signalbox/contracts';
import type { Context, ReceivedEvent } from '@signalbox/kit';
import { notify } from './notify.ts';

/** The failure event has the same content. */
type OutcomeEvent = ReceivedEvent<typeof changeRequestScheduledApplicationSuccess>;

/** Notifies the author of a scheduled change request and the user who scheduled it of its outcome. */
export function noteOutcome(context: Context, event: OutcomeEvent, { id: eventId }: Envelope): Promise<void> {
  const { changeRequestId: id, title, author, scheduledBy, reason } = event.data;
  const failed = event.type === 'change-request-scheduled-application-failure';
  const outcome = {
    id,
    title,
    project: event.project ?? '',
    environment: event.environment ?? '',
    reason: failed ? (reason ?? 'The reason is unknown.') : null,
  };
  const concerned = [author, scheduledBy].filter((userId) => userId !== null);
  return notify(context, { eventId, kind: 'schedule', notices: new Map(concerned.map((userId) => [userId, outcome])) });
}
