import { parse, setting } from '@signalbox/kit';

export const undeclaredFields = setting(
  'UNDECLARED_CONTEXT_FIELDS',
  'accept',
  parse.oneOf('accept', 'refuse'),
  'Constraints on undeclared context fields: accept them with a warning (imports declare them), or refuse them.',
);
