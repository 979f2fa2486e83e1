import type { Settings } from '@signalbox/kit';
import { linkTo } from '../base/link.ts';
import type { Mail } from '../base/mail/mail.ts';
import type { RequestMove, ScheduleOutcome } from '../tables/notification.ts';
import { headlineOf, isMove } from './headline.ts';

/** Mail about a change request, with a link to it in the console. */
export function requestMail(settings: Pick<Settings, 'baseUrl' | 'port'>, to: string, notice: ScheduleOutcome | RequestMove): Mail {
  const { id, project } = notice;
  return {
    to,
    subject: headlineOf(notice),
    paragraphs: isMove(notice) ? movedIn(notice) : outcomeIn(notice),
    link: {
      label: 'View the change request',
      url: linkTo(settings, `/projects/${encodeURIComponent(project)}/change-requests/${id}`),
    },
    footer: `You receive this mail because you ${reasonFor(notice)} the change request.`,
  };
}

const movedIn = ({ title, project, environment, by, move }: RequestMove): readonly string[] => {
  const what = `${title}, for the environment ${environment} of the project ${project}`;
  return [move === 'review' ? `${by} requests your approval of ${what}.` : `${by} ${move} ${what}.`];
};

function outcomeIn({ title, project, environment, reason }: ScheduleOutcome): readonly string[] {
  const what = `${title}, scheduled for the environment ${environment} of the project ${project},`;
  if (reason === null) return [`${what} was applied on schedule.`];
  return [`${what} was not applied.`, reason, 'Reschedule it, apply it manually, or reject it.'];
}

function reasonFor(notice: ScheduleOutcome | RequestMove): string {
  if (!isMove(notice)) return 'proposed or scheduled';
  return notice.move === 'review' ? 'may approve' : 'proposed';
}
