import { matchesTopic } from '@signalbox/bus';
import { exchanges, fetchAccess, stateKeys } from '@signalbox/contracts';
import { followVersioned, type Listen } from '@signalbox/follow';
import type { Surface } from '@signalbox/kit';
import type { AccessReplica } from './access-replica.ts';

/** Keeps the replica up to date. Waits in the background for a source that does not respond yet; until then, nothing is allowed. */
export async function followAccess({ follower }: AccessReplica, listen: Listen): Promise<void> {
  await followVersioned(follower, listen, { changes: stateKeys.access, heartbeats: stateKeys.accessHeartbeat });
  await follower.refresh().catch(() => undefined); // The follower reports the error and retries.
}

/** Returns a predicate on routing keys: true if a queue of the service that answers for access receives the event for it. */
export function followedByAccess(surfaces: readonly Surface[]): (key: string) => boolean {
  const { queues = [] } = surfaces.find(({ name }) => name === fetchAccess.service) ?? {};
  const bindings = queues
    .flatMap((queue) => queue.bindings)
    .filter(({ exchange, changesAccess = true }) => exchange === exchanges.events && changesAccess);
  return (key) => bindings.some(({ pattern }) => matchesTopic(pattern, key));
}
