import { Failure, type Principal } from '@signalbox/contracts';
import type { ReadContext } from '@signalbox/kit';
import { administers, type Holder } from '../../access/grant/administers.ts';
import { isFactorRequired } from './factor-policy.ts';

type Requested = Pick<ReadContext, 'em' | 'actor' | 'now'>;

/**
 * Throws 403 for the riskiest actions if the caller needs a second factor and has not proved it within the last minutes: an unattended or
 * stolen session must not be enough. Tokens have no second factor, so creating a token with such rights requires the proof.
 */
export async function refuseWithoutProof(context: Requested): Promise<void> {
  if (context.actor.kind !== 'user' || !(await isFactorRequired(context.em, context.actor))) return;
  refuseUnproved(context);
}

/**
 * The same for an action that creates this holder, or gives control of its account (password, address, token), if the holder is an
 * administrator. A test lists all routes that write, and why they need this.
 */
export async function refuseControl(context: Requested, holder: Holder): Promise<void> {
  if (await administers(context.em, holder)) await refuseWithoutProof(context);
}

/** The same for a root role alone: that of a new account, or of a group's members. */
export const refuseRootRole = (context: Requested, rootRole: number | null): Promise<void> =>
  refuseControl(context, { rootRole, groups: [] });

/** The same for all actions, even if no factor is required. */
export function refuseUnproved({ actor, now }: Pick<Requested, 'actor' | 'now'>): void {
  if (isProved(actor, now())) return;
  throw new Failure(
    'StepUpRequired',
    'This action requires step-up authentication. Send a code of your second factor, or your password if you have none, to POST /api/admin/user/step-up, then repeat the request.',
    { extra: { path: '/api/admin/user/step-up' } },
  );
}

const isProved = ({ provedUntil = 0 }: Principal, now: Date): boolean => provedUntil > now.getTime();
