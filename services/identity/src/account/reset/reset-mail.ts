import type { Mail } from '../../base/mail/mail.ts';

export const resetMail = (to: string, url: string): Mail => ({
  to,
  subject: 'Reset your Signalbox password',
  paragraphs: ['Somebody asked to reset the password of your account in Signalbox.'],
  link: { label: 'Choose another password', url },
  footer: 'The link is valid for a day and works once. If it was not you, ignore this mail: your password stays as it is.',
});
