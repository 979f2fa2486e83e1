import { module } from '@signalbox/kit';
import type { MailState } from '../base/mail/open-mailer.ts';
import { sendPendingMailJob } from './send-pending-mail.ts';

/** Mails that users did not request. */
export const notification = module<MailState>({ jobs: [sendPendingMailJob] });
