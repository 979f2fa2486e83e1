import type { Mail } from '../../base/mail/mail.ts';

export const welcomeMail = (to: string, invitedBy: string, url: string): Mail => ({
  to,
  subject: 'Welcome to Signalbox',
  paragraphs: [`${invitedBy} has created a Signalbox account for you.`, `Your login is ${to}. Follow the link to choose a password.`],
  link: { label: 'Choose a password', url },
  footer: 'The link is valid for one day and works once. If you did not expect this mail, you can ignore it.',
});
