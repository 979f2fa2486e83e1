import type { changeAdded, changeRequestCreated } from '@signalbox/contracts';
import type { Context, Reactions, ReceivedEvent } from '@signalbox/kit';
import type { togglesQueue } from '../../base/toggles-queue.ts';
import { ProjectEnvironment } from '../../project/project/project.ts';
import { OpenProposal, ProposedChange, ProposedUse } from './proposed-use.ts';

/** The environment of the change request may be deleted by now. Then there is nothing to record. */
async function open({ em }: Context, event: ReceivedEvent<typeof changeRequestCreated>): Promise<void> {
  const where = { project: event.project ?? '', environment: event.environment ?? '' };
  const { changeRequestId: id, state } = event.data;
  if (state !== 'Draft' || !(await em.findOne(ProjectEnvironment, where))) return;
  await em.upsert(OpenProposal, { id, ...where, userId: event.createdByUserId, draft: true });
}

type Proposed = ReceivedEvent<typeof changeAdded>['data'];
interface StrategyPayload {
  readonly id?: string;
  readonly name?: string;
  readonly segments?: readonly number[];
}

async function note({ em }: Context, { changeRequestId, changeId, action, feature, payload }: Proposed): Promise<void> {
  if (changeId === undefined || feature === null || !(await em.findOne(OpenProposal, { id: changeRequestId }))) return;
  await em.upsert(ProposedChange, { changeId, proposalId: changeRequestId, featureName: feature });
  if (!['addStrategy', 'updateStrategy'].includes(action)) return;
  const { id: strategyId = null, name = '', segments = [] } = payload as StrategyPayload;
  for (const segmentId of new Set(segments))
    await em.upsert(ProposedUse, {
      changeId,
      segmentId,
      proposalId: changeRequestId,
      featureName: feature,
      strategyName: name,
      strategyId: action === 'updateStrategy' ? strategyId : null,
    });
}

async function forget({ em }: Context, { changeId }: Proposed): Promise<void> {
  if (changeId === undefined) return;
  await em.nativeDelete(ProposedUse, { changeId });
  await em.nativeDelete(ProposedChange, { changeId });
}

/** A request that was edited after a plan was added to it no longer matches the plan. */
async function edit(context: Context, before: Proposed | null, after: Proposed | null): Promise<void> {
  const id = (before ?? after)?.changeRequestId;
  const planHash = after?.planHash ?? null;
  if (id !== undefined)
    await context.em.nativeUpdate(OpenProposal, { id, ...(planHash === null && { planHash: { $ne: null } }) }, { planHash });
  if (before) await forget(context, before);
  if (after) await note(context, after);
}

const close = async ({ em }: Context, { changeRequestId: id }: { readonly changeRequestId: number }): Promise<void> =>
  void (await em.nativeDelete(OpenProposal, { id }));

/**
 * Tracks the features of open change requests, and the segments that these would use. They count as in use, like those of existing
 * strategies (reference, identity side §1.8).
 */
export const onProposals = {
  changeRequestCreated: open,
  changeRequestSentToReview: async ({ em }, { data: { changeRequestId: id } }) => {
    await em.nativeUpdate(OpenProposal, { id }, { draft: false });
  },
  changeAdded: (context, { data }) => edit(context, null, data),
  changeEdited: (context, { data, preData }) => edit(context, preData, data),
  changeDiscarded: (context, { preData }) => edit(context, preData, null),
  changeRequestDiscarded: (context, { preData }) => close(context, preData),
  changeRequestApplied: (context, { data }) => close(context, data),
  changeRequestCancelled: (context, { data }) => close(context, data),
  changeRequestRejected: (context, { data }) => close(context, data),
} satisfies Partial<Reactions<typeof togglesQueue.events>>;
