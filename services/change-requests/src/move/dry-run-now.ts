import type { OpenContext } from '@signalbox/kit';
import { toChangesetChange, dryRun } from '../change/dry-run.ts';
import { measureImpact } from '../impact/measure-impact.ts';
import { statesOf } from '../impact/states-of.ts';
import type { ChangeRequest } from '../request/change-request.ts';
import { contentHash, findChanges } from '../request/proposed-change.ts';
import type { DryRunResult } from './read-facts.ts';

/**
 * Dry run of the current content, with its reach if the environment requires it. Recent contexts are not used, because
 * decisions must not depend on the memory of one process.
 */
export async function dryRunNow(context: OpenContext, request: ChangeRequest): Promise<DryRunResult> {
  const changes = await findChanges(context.em, request.id);
  const output = await dryRun(context, request, changes.map(toChangesetChange));
  const isMeasured = output.protection !== null && output.protection.secondApprovalAbove !== null;
  const impact = isMeasured ? await measureImpact(await statesOf(context, request), request.environment, context.now()) : null;
  return { hash: contentHash(request, changes, output.effectsHash), output, impact };
}
