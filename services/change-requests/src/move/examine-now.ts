import type { OpenContext } from '@signalbox/kit';
import { examinable, examine } from '../change/examine.ts';
import { measureImpact } from '../impact/measure-impact.ts';
import { statesOf } from '../impact/states-of.ts';
import type { ChangeRequest } from '../request/change-request.ts';
import { contentHash, findChanges } from '../request/proposed-change.ts';
import type { Examination } from './read-facts.ts';

/**
 * What toggles says of the request as it is, and how far it reaches where the environment asks for that: recent contexts are left out,
 * because what a process happens to remember decides nothing.
 */
export async function examineNow(context: OpenContext, request: ChangeRequest): Promise<Examination> {
  const changes = await findChanges(context.em, request.id);
  const output = await examine(context, request, changes.map(examinable));
  const isMeasured = output.protection !== null && output.protection.secondApprovalAbove !== null;
  const impact = isMeasured
    ? await measureImpact({ states: (await statesOf(context, request)).states }, request.environment, context.now())
    : null;
  return { hash: contentHash(request, changes, output.effectsHash), output, impact };
}
