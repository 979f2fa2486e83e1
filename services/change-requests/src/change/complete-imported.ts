import type { ChangesetOutput } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import type { ChangeRequest } from '../request/change-request.ts';
import { ChangeTouch } from '../request/change-touch.ts';
import { findChanges } from '../request/proposed-change.ts';
import { storeTouches } from './store-changes.ts';

/**
 * Completes imported changes at the first dry run: touches, snapshots and the number of approvals. The consumer that stored
 * them cannot call toggles.
 */
export async function completeImported(context: Context, request: ChangeRequest, { changes, protection }: ChangesetOutput): Promise<void> {
  const { em } = context;
  const touched = new Set((await em.find(ChangeTouch, { requestId: request.id })).map(({ changeId }) => changeId));
  const unknown = (await findChanges(em, request.id)).filter(({ id }) => !touched.has(id));
  if (unknown.length === 0) return;
  const byId = new Map(changes.map((change) => [change.id, change]));
  for (const change of unknown) {
    const seen = byId.get(change.id);
    if (!seen) continue;
    storeTouches(em, change, seen);
    change.snapshot ??= seen.current;
  }
  request.minApprovals = Math.max(request.minApprovals, protection?.requiredApprovals ?? 1);
}
