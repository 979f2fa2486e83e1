import { changesProposed, Failure, principalKey, proposalTarget, type ProposalTarget } from '@signalbox/contracts';
import { type Context, Reply, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { requireFor } from './actions.ts';
import { readUndo, type UndoStep } from './read-undo.ts';
import { PastEvent, Undo } from './undo.schema.ts';
import { emittedByUndo } from './emitted-by-undo.ts';

export const undoEventRoute = route(
  {
    method: 'post',
    path: '/api/admin/undo',
    summary: 'Undo an event: directly, or as a change request where the environment is protected',
    permission: 'authenticated',
    query: Type.Object({
      /** Undo the event even if the object has changed since. */
      anyway: Type.Optional(Type.Boolean()),
      into: Type.Optional(proposalTarget('the caller’s draft')),
    }),
    body: PastEvent,
    answers: { 200: Undo, 202: Undo },
    failures: [
      'BadDataError',
      'ConflictError',
      'InvalidOperationError',
      'NameExistsError',
      'NoAccessError',
      'NotFoundError',
      'PatternError',
      'PreconditionFailedError',
      'SegmentInUseError',
    ],
    events: emittedByUndo,
  },
  ({ query, body }, context) => undoEvent(context, body, query),
);

interface UndoOptions {
  readonly anyway?: boolean;
  readonly into?: ProposalTarget;
}

/** Executes or proposes the undo, with the permission that the change itself requires. Returns the state before it. */
async function undoEvent(context: Context, event: PastEvent, { anyway = false, into }: UndoOptions): Promise<Reply<Undo>> {
  const { undo, step } = await readUndo(context, event);
  if (step) requireFor(context, step.action, step.read.target);
  if (!step || undo.because !== null) throw new Failure('BadDataError', `The event cannot be undone. ${undo.because}`);
  if (undo.hasChanged && !anyway) throw changedSince(undo);
  await execute(context, step, into);
  return new Reply(undo, { status: step.proposal ? 202 : 200 });
}

async function execute(context: Context, { read, proposal }: UndoStep, into: ProposalTarget | undefined): Promise<void> {
  const { project, environment } = read.target;
  if (proposal) {
    const data = { author: principalKey(context.actor), changes: [proposal.change], ...(into !== undefined && { into }) };
    context.publish(changesProposed, { project, environment, data });
    return;
  }
  await read.execute(context);
}

const changedSince = ({ left, now }: Undo): Failure =>
  new Failure(
    'ConflictError',
    'The object has changed since this event (see `left` and `now`). Retry with `anyway=true` to undo it anyway.',
    {
      extra: { left, now },
    },
  );
