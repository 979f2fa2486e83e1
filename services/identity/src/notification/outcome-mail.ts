import type { Settings } from '@signalbox/kit';
import { linkTo } from '../base/link.ts';
import type { Mail } from '../base/mail/mail.ts';
import type { ScheduleOutcome } from '../tables/mail.ts';

/** Mail about the outcome of a scheduled change request, with a link to it in the console. */
export function outcomeMail(settings: Pick<Settings, 'baseUrl' | 'port'>, to: string, outcome: ScheduleOutcome): Mail {
  const { id, title, project, environment, reason } = outcome;
  const what = `${title}, scheduled for the environment ${environment} of the project ${project},`;
  return {
    to,
    subject: reason === null ? `Applied as scheduled: ${title}` : `Not applied: ${title}`,
    paragraphs:
      reason === null
        ? [`${what} was applied on schedule.`]
        : [`${what} was not applied.`, reason, 'Reschedule it, apply it manually, or reject it.'],
    link: {
      label: 'View the change request',
      url: linkTo(settings, `/projects/${encodeURIComponent(project)}/change-requests/${id}`),
    },
    footer: 'You receive this mail because you proposed or scheduled the change request.',
  };
}
