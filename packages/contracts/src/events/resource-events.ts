import { Type } from 'typebox';
import { defineEvent } from './define-event.ts';

export const resourcePurged = defineEvent('identity', 'resource-purged', {
  when: 'the last grant and token of a deleted project or environment is removed, so that its id can be reused',
  data: Type.Object({ kind: Type.Enum(['project', 'environment']), id: Type.String() }),
});
