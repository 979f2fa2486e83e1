import { Failure, type Principal } from '@signalbox/contracts';
import type { ReadContext } from '@signalbox/kit';
import { administers, type Holder } from '../../access/administrator/administers.ts';
import { isFactorRequired } from './factor-policy.ts';

type Requested = Pick<ReadContext, 'em' | 'actor' | 'now'>;

/**
 * 403 for the riskiest acts, where a second factor is required of whoever acts and was not proved within the last minutes: a session that
 * was left open, or stolen, must not be enough. Tokens have no second factor; making one that could act thus asks for the proof.
 */
export async function refuseWithoutProof(context: Requested): Promise<void> {
  if (context.actor.kind !== 'user' || !(await isFactorRequired(context.em, context.actor))) return;
  refuseUnproved(context);
}

/**
 * The same for an act that creates this holder, or gives control of its account (password, address, token), if the holder administers.
 * A test lists every route that writes, and what it needs this for.
 */
export async function refuseControl(context: Requested, holder: Holder): Promise<void> {
  if (await administers(context.em, holder)) await refuseWithoutProof(context);
}

/** The same for the root role alone: that of a new account, or what a group gives to its members. */
export const refuseRootRole = (context: Requested, rootRole: number | null): Promise<void> =>
  refuseControl(context, { rootRole, groups: [] });

/** The same for all acts, whether a factor is required or not. */
export function refuseUnproved({ actor, now }: Pick<Requested, 'actor' | 'now'>): void {
  if (isProved(actor, now())) return;
  throw new Failure(
    'StepUpRequired',
    'This action requires step-up authentication. Send a code of your second factor, or your password if you have none, to POST /api/admin/user/step-up, then repeat the request.',
    { extra: { path: '/api/admin/user/step-up' } },
  );
}

const isProved = ({ provedUntil = 0 }: Principal, now: Date): boolean => provedUntil > now.getTime();
