import { parse, setting } from '@signalbox/kit';

export const undeclaredFields = setting(
  'UNDECLARED_CONTEXT_FIELDS',
  'accept',
  parse.oneOf('accept', 'refuse'),
  'Constraints on context fields that nobody has declared: accept (with a warning; imports declare them) or refuse.',
);
