import { Type } from 'typebox';
import { Change } from '../changeset.ts';
import { nullable } from '../shapes.ts';
import { defineEvent } from './define-event.ts';
import { projectEnvironment } from './scope.ts';

/** `principalKey` of whoever did it. */
const author = Type.String();

/** What was changed are the facts after it that share its correlation id. */
export const protectionBypassed = defineEvent('toggles', 'protection-bypassed', {
  when: 'a permitted user changes a protected environment directly, with a reason or one to follow; emitted once, before the events of the change',
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
  when: 'an import or an undo proposes changes to a protected environment in a change request',
  scope: projectEnvironment,
  data: Type.Object({ author, changes: Type.Array(Change) }),
});
