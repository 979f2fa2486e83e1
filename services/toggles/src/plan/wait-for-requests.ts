import { setTimeout as pause } from 'node:timers/promises';
import type { OpenContext } from '@signalbox/kit';
import { OpenProposal } from '../feature/segment/proposed-use.ts';

const maxWaitMs = 5000;
const pollMs = 50;

/** The change requests of a plan, by environment. Those that do not exist in time are missing. */
export async function waitForRequests(
  { em, now }: Pick<OpenContext, 'em' | 'now'>,
  project: string,
  { proposed, hash: planHash }: { readonly proposed: readonly string[]; readonly hash: string },
): Promise<Map<string, number>> {
  const until = now().getTime() + maxWaitMs;
  for (;;) {
    const found =
      proposed.length === 0
        ? []
        : await em.find(OpenProposal, { project, planHash, environment: { $in: [...proposed] } }, { disableIdentityMap: true });
    if (found.length >= proposed.length || now().getTime() > until) return new Map(found.map(({ environment, id }) => [environment, id]));
    await pause(pollMs);
  }
}
