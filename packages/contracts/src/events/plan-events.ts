import { Type } from 'typebox';
import { nullable } from '../shapes.ts';
import { defineEvent } from './define-event.ts';
import { project } from './scope.ts';

/** Touches nothing itself: each change has already emitted its own event, with the same correlation id. */
export const planApplied = defineEvent('toggles', 'plan-applied', {
  when: 'a plan is applied; emitted as its last event, unless all of its changes are protected',
  scope: project,
  data: Type.Object({
    /** The id for its undo; null if it is too large. */
    id: nullable(Type.String()),
    hash: Type.String(),
    /** The set of documents; null if the plan is of none. */
    set: nullable(Type.String()),
    source: Type.Enum(['documents', 'promotion', 'undo']),
    /** The number of changes. */
    applied: Type.Integer({ minimum: 1 }),
  }),
});
