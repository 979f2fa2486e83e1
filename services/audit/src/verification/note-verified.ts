import type { EntityManager } from '@signalbox/kit';
import { readUpkeep } from '../log/upkeep.ts';
import type { Verification } from './verify-log.ts';

/**
 * Writes down up to where the chain was found whole, and that it was at this moment. What does not reach back to the first event, by
 * itself or by what was noted before, says nothing of that; nor does what ends sooner, unless it ends at a break.
 */
export async function noteVerified(em: EntityManager, found: Verification, at: Date): Promise<void> {
  const upkeep = await readUpkeep(em);
  const to = found.break ? Math.max(found.break.id - 1, 0) : found.to;
  const isNews = found.break !== null || (found.events > 0 && to >= upkeep.provenTo);
  if (!isNews || found.from > upkeep.provenTo + 1) return;
  upkeep.provenTo = to;
  upkeep.provenAt = at;
}
