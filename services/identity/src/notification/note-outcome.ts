import type { changeRequestScheduledApplicationSuccess, Envelope } from '@signalbox/contracts';
import type { Context, ReceivedEvent } from '@signalbox/kit';
import { smtpUrl } from '../base/settings.ts';
import { PendingMail } from '../tables/mail.ts';

/** The failure event has the same content. */
type OutcomeEvent = ReceivedEvent<typeof changeRequestScheduledApplicationSuccess>;

/**
 * Schedules a mail about the outcome of a scheduled change request to its author and to the user who scheduled it. Does nothing without a
 * mail server.
 */
export async function noteOutcome({ em, now, settings }: Context, event: OutcomeEvent, { id: eventId }: Envelope): Promise<void> {
  if (settings.get(smtpUrl) === null) return;
  const { changeRequestId: id, title, author, scheduledBy, reason } = event.data;
  const failed = event.type === 'change-request-scheduled-application-failure';
  const outcome = {
    id,
    title,
    project: event.project ?? '',
    environment: event.environment ?? '',
    reason: failed ? (reason ?? 'The reason is unknown.') : null,
  };
  for (const userId of new Set([author, scheduledBy]))
    if (userId !== null)
      em.create(PendingMail, {
        eventId,
        userId,
        notice: outcome,
        outcome: JSON.stringify(outcome),
        attempts: 0,
        sendAt: now(),
        createdAt: now(),
      });
  await em.flush();
}
