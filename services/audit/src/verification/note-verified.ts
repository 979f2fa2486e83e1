import type { EntityManager } from '@signalbox/kit';
import { readUpkeep } from '../log/upkeep.ts';
import type { Verification } from './verify-log.ts';

/**
 * Records the verified position and the time. Ignores a range that does not connect to the first event or to the recorded
 * position, and one that ends before that position, unless it ends at a break.
 */
export async function noteVerified(em: EntityManager, found: Verification, at: Date): Promise<void> {
  const upkeep = await readUpkeep(em);
  const to = found.break ? Math.max(Math.min(found.break.id - 1, found.to), 0) : found.to;
  const isNews = found.break !== null || (found.events > 0 && to >= upkeep.provenTo);
  if (!isNews || found.from > upkeep.provenTo + 1) return;
  upkeep.provenTo = to;
  upkeep.provenAt = at;
}
