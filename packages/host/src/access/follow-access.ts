import { stateKeys } from '@signalbox/contracts';
import { followVersioned, type Listen } from '@signalbox/follow';
import type { AccessReplica } from './access-replica.ts';

/** Keeps the replica up to date. A source that does not answer yet is waited for in the background: nothing is allowed until it does. */
export async function followAccess({ follower }: AccessReplica, listen: Listen): Promise<void> {
  await followVersioned(follower, listen, { changes: stateKeys.access, heartbeats: stateKeys.accessHeartbeat });
  await follower.refresh().catch(() => undefined); // The follower tells of it, and goes on.
}
