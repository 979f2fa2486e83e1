import { setTimeout as pause } from 'node:timers/promises';
import type { OpenContext } from '@signalbox/kit';
import { OpenProposal } from '../../feature/segment/proposed-use.ts';

const maxWaitMs = 5000;
const pollMs = 50;

/** The change requests of a plan, by environment. Those that do not exist in time are missing. */
export async function waitForRequests(
  { em, now, actor }: Pick<OpenContext, 'em' | 'now' | 'actor'>,
  project: string,
  { proposed, hash: planHash }: { readonly proposed: readonly string[]; readonly hash: string },
): Promise<Map<string, number>> {
  const where = { project, planHash, environment: { $in: [...proposed] }, $or: [{ draft: false }, { userId: actor.id }] };
  const until = now().getTime() + maxWaitMs;
  for (;;) {
    const rows = proposed.length === 0 ? [] : await em.find(OpenProposal, where, { disableIdentityMap: true });
    const found = new Map(rows.map(({ environment, id }) => [environment, id]));
    if (found.size >= proposed.length || now().getTime() > until) return found;
    await pause(pollMs);
  }
}
