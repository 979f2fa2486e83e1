import type { OpenContext } from '@signalbox/kit';
import { toChangesetChange, dryRun } from '../change/dry-run.ts';
import { measureImpact } from '../impact/measure-impact.ts';
import { statesOf } from '../impact/states-of.ts';
import type { ChangeRequest } from '../request/change-request.ts';
import { contentHash, findChanges } from '../request/proposed-change.ts';
import type { DryRunResult } from './read-facts.ts';

/**
 * What toggles says of the request as it is, and how far it reaches where the environment asks for that: recent contexts are left out,
 * because what a process happens to remember decides nothing.
 */
export async function dryRunNow(context: OpenContext, request: ChangeRequest): Promise<DryRunResult> {
  const changes = await findChanges(context.em, request.id);
  const output = await dryRun(context, request, changes.map(toChangesetChange));
  const isMeasured = output.protection !== null && output.protection.secondApprovalAbove !== null;
  const impact = isMeasured
    ? await measureImpact({ states: (await statesOf(context, request)).states }, request.environment, context.now())
    : null;
  return { hash: contentHash(request, changes, output.effectsHash), output, impact };
}
