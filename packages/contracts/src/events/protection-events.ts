import { Type } from 'typebox';
import { Change } from '../changeset.ts';
import { proposalTarget } from '../protection.ts';
import { nullable } from '../shapes.ts';
import { defineEvent } from './define-event.ts';
import { projectEnvironment } from './scope.ts';

/** `principalKey` of the author. */
const author = Type.String();

/** The changes themselves are the following events with the same correlation id. */
export const protectionBypassed = defineEvent('toggles', 'protection-bypassed', {
  when: 'a permitted user changes a protected environment or weakens its protection directly, with a reason or one to follow; emitted once, before the events of the change',
  scope: projectEnvironment,
  data: Type.Object({
    reason: Type.String(),
    author,
    /** Name of the freeze that was in force. */
    frozen: nullable(Type.String()),
    /**
     * Set if the change could not wait for a reason. `reason` then is a placeholder, and `change-request-reason-given` has the real one.
     */
    reasonFollows: Type.Optional(Type.Literal(true)),
  }),
});

export const changesProposed = defineEvent('toggles', 'changes-proposed', {
  when: 'an import, a plan or an undo proposes changes to a protected environment in a change request',
  scope: projectEnvironment,
  data: Type.Object({
    author,
    changes: Type.Array(Change),
    /** Hash of the plan that proposes the changes. Absent if none. */
    planHash: Type.Optional(Type.String()),
    into: Type.Optional(proposalTarget('plans get a request of their own, in review, and everything else goes to the author’s draft')),
    /** Number of approvals that a plan requires. Absent: unknown until the first dry run. */
    requiredApprovals: Type.Optional(Type.Integer()),
  }),
});
