import { Failure, type Principal, roleIds } from '@signalbox/contracts';
import type { ReadContext } from '@signalbox/kit';
import { isFactorRequired } from './factor-policy.ts';

type Asked = Pick<ReadContext, 'em' | 'actor' | 'now'>;

/**
 * 403 for the riskiest acts, where a second factor is required of whoever acts and was not proved within the last minutes: a session that
 * was left open, or stolen, must not be enough. Tokens have no second factor; making one that could act thus asks for the proof.
 */
export async function refuseWithoutProof(context: Asked): Promise<void> {
  if (context.actor.kind !== 'user' || !(await isFactorRequired(context.em, context.actor))) return;
  refuseUnproved(context);
}

/** The same for giving somebody that root role, or a place in a group that has it, where it is the administrators'. */
export async function refuseNewAdministrator(context: Asked, rootRole: number | null): Promise<void> {
  if (rootRole === roleIds.admin) await refuseWithoutProof(context);
}

/** The same for all acts, whether a factor is required or not. */
export function refuseUnproved({ actor, now }: Pick<Asked, 'actor' | 'now'>): void {
  if (isProved(actor, now())) return;
  throw new Failure(
    'StepUpRequired',
    'Prove first that it is you: send a code of your second factor to POST /api/admin/user/step-up, or your password if you have none. Then repeat the request.',
    { extra: { path: '/api/admin/user/step-up' } },
  );
}

const isProved = ({ provedUntil = 0 }: Principal, now: Date): boolean => provedUntil > now.getTime();
