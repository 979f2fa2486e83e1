import { stateKeys } from '@signalbox/contracts';
import { followVersioned, type Listen } from '@signalbox/follow';
import type { AccessReplica } from './access-replica.ts';

/** Keeps the replica up to date. Waits in the background for a source that does not respond yet; until then, nothing is allowed. */
export async function followAccess({ follower }: AccessReplica, listen: Listen): Promise<void> {
  await followVersioned(follower, listen, { changes: stateKeys.access, heartbeats: stateKeys.accessHeartbeat });
  await follower.refresh().catch(() => undefined); // The follower reports the error and retries.
}
