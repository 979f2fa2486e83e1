import type { Mail } from '../../base/mail/mail.ts';

export const resetMail = (to: string, url: string): Mail => ({
  to,
  subject: 'Reset your Signalbox password',
  paragraphs: ['Someone requested a password reset for your Signalbox account.'],
  link: { label: 'Choose a new password', url },
  footer: 'The link is valid for one day and works once. If you did not request it, ignore this mail: your password stays the same.',
});
