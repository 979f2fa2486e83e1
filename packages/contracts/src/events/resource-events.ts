import { Type } from 'typebox';
import { defineEvent } from './define-event.ts';

export const resourcePurged = defineEvent('identity', 'resource-purged', {
  when: 'every grant and every token of a deleted project or environment is gone, so that its id may be taken again',
  data: Type.Object({ kind: Type.Enum(['project', 'environment']), id: Type.String() }),
});
