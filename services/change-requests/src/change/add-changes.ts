import {
  changeAdded,
  changeEdited,
  changeRequestCreated,
  type ChangesetOutput,
  Failure,
  type FailureName,
  failureStatuses,
  maxChanges,
  proposalTarget,
  type ProposalTarget,
} from '@signalbox/contracts';
import { type Context, type OpenContext, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { toChangesetChange, dryRun, type Where } from './dry-run.ts';
import { demandsOf, noteDemands, refuseGlobal } from './protected.ts';
import { ChangeRequestShape } from '../request/change-request.schema.ts';
import { type ChangeRequest, refuseWhileApplied } from '../request/change-request.ts';
import { legalMoves } from '../request/legal-moves.ts';
import { moveByEdit } from '../request/move.ts';
import { serializeRequest } from '../request/serialize-request.ts';
import { findChanges, ProposedChange } from '../request/proposed-change.ts';
import { ChangeInput, readInput, refuseTooMuch } from './change.schema.ts';
import { refuseOutsider } from './member.ts';
import { mergeChanges } from './merge-changes.ts';
import { countProposal } from './proposal-budget.ts';
import { findTarget, openTarget } from './open-request.ts';
import { type NewChange, numbered, storeChange, withRowIds } from './store-changes.ts';

/** The failures of a request whose changes toggles validates. */
export const dryRunFailures = [
  'BadDataError',
  'ConflictError',
  'ForbiddenError',
  'InvalidOperationError',
  'NameExistsError',
  'NotFoundError',
  'OperationDeniedError',
  'PatternError',
  'RateLimitError',
  'SegmentInUseError',
  'UnavailableError',
  'ValidationError',
] as const;

export const addChangesRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/environments/:environment/change-requests',
    summary: 'Propose one or more changes: adds them to the given change request, else to the caller’s open one, or creates a draft',
    permission: 'authenticated',
    params: Type.Object({ projectId: Type.String(), environment: Type.String() }),
    query: Type.Object({ into: Type.Optional(proposalTarget('the caller’s open change request in whatever state, or a draft')) }),
    body: Type.Union([ChangeInput, Type.Array(ChangeInput, { minItems: 1, maxItems: maxChanges })]),
    answers: { 200: ChangeRequestShape },
    failures: dryRunFailures,
    events: [changeRequestCreated, changeAdded, changeEdited],
    transaction: { none: 'because toggles validates the changes', repetitions: 'replayed' },
  },
  ({ params, query, body }, context) =>
    addChanges(context, { project: params.projectId, environment: params.environment, into: query.into }, [body].flat()),
);

async function addChanges(
  context: OpenContext,
  { into, ...where }: Where & { readonly into: ProposalTarget | undefined },
  inputs: readonly ChangeInput[],
): Promise<ChangeRequestShape> {
  await refuseOutsider(context, where.project);
  await countProposal(context, inputs);
  const proposed = numbered(inputs.map(readInput));
  const open = await findTarget(context, where, into);
  if (open) legalMoves(context, open, 'edit');
  const existing = open ? (await findChanges(context.em, open.id)).map(toChangesetChange) : [];
  const merged = mergeChanges<NewChange>(existing, proposed).map(({ change }) => change);
  refuseTooMuch(merged);
  const outcome = await dryRun(context, where, merged);
  demandsOf(where, outcome);
  const added = merged.filter(({ id }) => id < 0);
  refuseGlobal(context, outcome, added);
  refuseImpossible(outcome, added);
  return context.write(async (unit) => {
    const request = await openTarget(unit, where, into, demandsOf(where, outcome));
    return storeChanges(unit, request, proposed, outcome);
  });
}

/** Rejects a change that cannot be applied, with the failure of the direct write. */
export function refuseImpossible({ changes, conflicts }: ChangesetOutput, proposed: readonly NewChange[]): void {
  for (const { id, feature } of proposed) {
    const refusal =
      conflicts.find((conflict) => conflict.feature === feature)?.refusal ?? changes.find((change) => change.id === id)?.refusal;
    if (!refusal) continue;
    const { name, message, path, rule } = refusal;
    throw new Failure(Object.hasOwn(failureStatuses, name) ? (name as FailureName) : 'BadDataError', message, {
      ...(path !== undefined && { path }),
      ...(rule !== undefined && { extra: { permissions: [], rule } }),
    });
  }
}

/** Merges with changes that were added concurrently. */
async function storeChanges(
  context: Context,
  request: ChangeRequest,
  proposed: readonly NewChange[],
  outcome: ChangesetOutput,
): Promise<ChangeRequestShape> {
  refuseWhileApplied(request);
  const [edit] = legalMoves(context, request, 'edit');
  const rowIds = await mergeInto(context, request, proposed, outcome);
  // A change that affects all environments of the project may require more approvals than this environment does.
  noteDemands(request, outcome);
  await moveByEdit(context, request, edit, outcome.effectsHash);
  await context.em.flush();
  return serializeRequest(context.em, request, withRowIds(outcome, rowIds));
}

/** Appends the changes to the request, or replaces changes with the same target. Returns the row ids by temporary id. */
export async function mergeInto(
  context: Context,
  request: ChangeRequest,
  proposed: readonly NewChange[],
  outcome: Pick<ChangesetOutput, 'changes'>,
  planHash?: string,
): Promise<ReadonlyMap<number, number>> {
  const existing = await findChanges(context.em, request.id);
  const merged = mergeChanges<NewChange | ProposedChange>(existing, proposed);
  refuseTooMuch(merged.map(({ change }) => change));
  const last = existing.at(-1)?.sortOrder ?? 0;
  const rowIds = new Map<number, number>();
  let further = 0;
  for (const { change, replaces } of merged) {
    if (change instanceof ProposedChange) continue;
    const before = replaces instanceof ProposedChange ? replaces : null;
    const sortOrder = before?.sortOrder ?? last + ++further;
    const row = await storeChange(context, request, change, { sortOrder, replaces: before, outcome, planHash });
    rowIds.set(change.id, row.id);
  }
  return rowIds;
}
