import type { Mail } from '../../base/mail/mail.ts';

export const welcomeMail = (to: string, invitedBy: string, url: string): Mail => ({
  to,
  subject: 'Welcome to Signalbox',
  paragraphs: [`${invitedBy} has made an account for you in Signalbox.`, `You log in as ${to}. Follow the link and choose a password.`],
  link: { label: 'Choose a password', url },
  footer: 'The link is valid for a day and works once. If you did not expect it, you can ignore this mail.',
});
