import { type ChangesetOutput, Failure } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import type { ChangeRequest } from '../request/change-request.ts';
import { Approval } from '../request/decisions.ts';
import { contentHash, findChanges } from '../request/proposed-change.ts';
import { type Demand, type Reach, standingApprovals } from './approvals.ts';
import type { Facts } from './requirements.ts';

/** Of what toggles spoke: the request may hold something else by now. */
export interface DryRunResult {
  readonly hash: string;
  readonly output: ChangesetOutput;
  /** How far it reaches; null where nobody needs to know. */
  readonly impact: Reach | null;
}

/** The protected environments that decide about the changes, the environment of the request among them; none if it is not protected. */
const demandsIn = ({ environment }: ChangeRequest, { demands, protection }: ChangesetOutput): readonly Demand[] =>
  demands ?? (protection ? [{ environment, protection }] : []);

/** What a move is asked for with. */
interface Ask {
  readonly dryRunResult: DryRunResult | null;
  /** What the caller has looked at. */
  readonly expected: string | undefined;
  readonly scheduledAt?: Date | null;
}

/**
 * What decides about the request, which is locked. 409 where it holds something else than what toggles has looked at, or than
 * what the caller has (`expected`).
 */
export async function readFacts(
  context: Context,
  request: ChangeRequest,
  { dryRunResult, expected, scheduledAt = null }: Ask,
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
    approvals: await standingApprovals(context, request, { approvals, demands }),
    demands,
    outcome: dryRunResult?.output ?? null,
    impact: dryRunResult?.impact ?? null,
    scheduledAt,
    now: now(),
  };
}
