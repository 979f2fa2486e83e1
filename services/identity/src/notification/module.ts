import { module } from '@signalbox/kit';
import type { MailState } from '../base/mail/open-mailer.ts';
import { sendPendingMailJob } from './send-pending-mail.ts';

/** What users are told by mail that they have not asked for at that moment. */
export const notification = module<MailState>({ jobs: [sendPendingMailJob] });
