import { changeEdited, type ChangesetOutput, Failure } from '@signalbox/contracts';
import { type Context, type EntityManager, type OpenContext, only, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { toChangesetChange, dryRun } from './dry-run.ts';
import { demandsOf, noteDemands, refuseGlobal } from './protected.ts';
import { ChangeRequestShape, requestParams } from '../request/change-request.schema.ts';
import { findRequest, lockRequest, type RequestKey, refuseWhileApplied } from '../request/change-request.ts';
import { legalMoves } from '../request/legal-moves.ts';
import { moveByEdit } from '../request/move.ts';
import { serializeRequest } from '../request/serialize-request.ts';
import { findChanges, ProposedChange } from '../request/proposed-change.ts';
import { addChangesRoute, refuseImpossible } from './add-changes.ts';
import { ChangeInput, readInput, refuseTooMuch } from './change.schema.ts';
import { refuseOutsider } from './member.ts';
import { countProposal } from './proposal-budget.ts';
import { type NewChange, numbered, storeChange, withRowIds } from './store-changes.ts';

const { id } = requestParams.properties;
export const changeParams = Type.Object({ projectId: Type.String(), crId: id, changeId: id });

export const editChangeRoute = route(
  {
    method: 'put',
    path: '/api/admin/projects/:projectId/change-requests/:crId/changes/:changeId',
    summary: 'Replace a change of a change request; approvals must be given again',
    permission: 'authenticated',
    params: changeParams,
    body: ChangeInput,
    answers: { 200: ChangeRequestShape },
    failures: addChangesRoute.declaration.failures,
    events: [changeEdited],
    transaction: { none: 'because toggles validates the change', repetitions: 'replayed' },
  },
  ({ params, body }, context) => editChange(context, { projectId: params.projectId, id: params.crId }, params.changeId, body),
);

async function editChange(context: OpenContext, key: RequestKey, changeId: number, input: ChangeInput): Promise<ChangeRequestShape> {
  const request = await findRequest(context, key);
  await refuseOutsider(context, request.project);
  legalMoves(context, request, 'edit');
  await findChange(context.em, request.id, changeId);
  await countProposal(context, [input]);
  const proposed = only(numbered([readInput(input)]));
  const existing = (await findChanges(context.em, request.id)).map(toChangesetChange);
  const changes = existing.map((change): NewChange => (change.id === changeId ? proposed : change));
  refuseTooMuch(changes);
  const outcome = await dryRun(context, request, changes);
  demandsOf(request, outcome);
  refuseGlobal(context, outcome, [proposed]);
  refuseImpossible(outcome, [proposed]);
  return context.write((unit) => replaceChange(unit, key, { changeId, proposed, outcome }));
}

async function replaceChange(
  context: Context,
  key: RequestKey,
  { changeId, proposed, outcome }: { changeId: number; proposed: NewChange; outcome: ChangesetOutput },
): Promise<ChangeRequestShape> {
  const request = await lockRequest(context, key);
  refuseWhileApplied(request);
  const [edit] = legalMoves(context, request, 'edit');
  const replaces = await findChange(context.em, request.id, changeId);
  const row = await storeChange(context, request, proposed, { sortOrder: replaces.sortOrder, replaces, outcome });
  refuseTooMuch(await findChanges(context.em, request.id));
  noteDemands(request, outcome);
  await moveByEdit(context, request, edit, outcome.effectsHash);
  await context.em.flush();
  return serializeRequest(context.em, request, withRowIds(outcome, new Map([[proposed.id, row.id]])));
}

/** Throws 404 unless the request has the change. */
export async function findChange(em: EntityManager, requestId: number, changeId: number): Promise<ProposedChange> {
  const change = await em.findOne(ProposedChange, { id: changeId, requestId });
  if (!change) throw new Failure('NotFoundError', `There is no change ${changeId} in change request ${requestId}.`);
  return change;
}
