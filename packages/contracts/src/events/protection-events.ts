import { Type } from 'typebox';
import { Change } from '../changeset.ts';
import { nullable } from '../shapes.ts';
import { defineEvent } from './define-event.ts';
import { projectEnvironment } from './scope.ts';

/** `principalKey` of whoever did it. */
const author = Type.String();

/** What was changed are the facts after it that share its correlation id. */
export const protectionBypassed = defineEvent('toggles', 'protection-bypassed', {
  when: 'a protected environment is changed directly, by somebody who may, and says why or will; ahead of the facts of the change, once for all of them',
  scope: projectEnvironment,
  data: Type.Object({
    reason: Type.String(),
    author,
    /** The freeze that was in force. */
    frozen: nullable(Type.String()),
    /** There where it could not wait for a reason: `reason` says that it is to follow, and `change-request-reason-given` has it. */
    reasonFollows: Type.Optional(Type.Literal(true)),
  }),
});

export const changesProposed = defineEvent('toggles', 'changes-proposed', {
  when: 'an import or an undo would change a protected environment, which needs a change request',
  scope: projectEnvironment,
  data: Type.Object({ author, changes: Type.Array(Change) }),
});
