import { parse, setting } from '@signalbox/kit';

export const supportUrl = setting(
  'SUPPORT_URL',
  '',
  parse.optional(parse.url('http:', 'https:', 'mailto:')),
  'Page or mail address where your users get support and give feedback. The console links to it. Empty: none.',
);
