import { type ChangesetOutput, Failure } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import type { ChangeRequest } from '../request/change-request.ts';
import { Approval } from '../tables/decision.ts';
import { contentHash, findChanges } from '../request/proposed-change.ts';
import { type Demand, demandsByProject, type Reach } from './approvals.ts';
import type { Facts } from './requirements.ts';

/** A dry run of one content, which may have changed since. */
export interface DryRunResult {
  readonly hash: string;
  readonly output: ChangesetOutput;
  /** The reach; null if it is not required. */
  readonly impact: Reach | null;
}

/** The protected environments that the changes affect, whether or not that of the request is one of them. */
const demandsIn = ({ project, environment }: ChangeRequest, { demands, protection }: ChangesetOutput): readonly Demand[] =>
  (demands ?? (protection ? [{ environment, protection }] : [])).map((demand) => ({ project, ...demand }));

/** Input of a move. */
interface MoveOptions {
  readonly dryRunResult: DryRunResult | null;
  /** Content hash that the caller has reviewed. */
  readonly expected: string | undefined;
  readonly scheduledAt?: Date | null;
}

/** Facts that decide on moves of a locked request. Throws 409 if its content differs from the dry run or from `expected`. */
export async function readFacts(
  context: Context,
  request: ChangeRequest,
  { dryRunResult, expected, scheduledAt = null }: MoveOptions,
): Promise<Facts> {
  const { em, access, actor, now } = context;
  const changes = await findChanges(em, request.id);
  const hash = contentHash(request, changes, dryRunResult?.output.effectsHash);
  if ((dryRunResult && dryRunResult.hash !== hash) || (expected !== undefined && expected !== hash))
    throw new Failure('ConflictError', `The changes of change request ${request.id} or their effects have changed. Review them again.`);
  const approvals = await em.find(Approval, { requestId: request.id });
  const demands = dryRunResult ? demandsIn(request, dryRunResult.output) : [];
  return {
    context: { access, actor },
    content: { request, changes, hash },
    approvals,
    demands: await demandsByProject(context, request, { approvals, demands }),
    outcome: dryRunResult?.output ?? null,
    impact: dryRunResult?.impact ?? null,
    scheduledAt,
    now: now(),
  };
}
