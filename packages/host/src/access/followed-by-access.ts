import { matchesTopic } from '@signalbox/bus';
import { exchanges, fetchAccess } from '@signalbox/contracts';
import type { Surface } from '@signalbox/kit';

/**
 * Returns a predicate on routing keys: true if the service that answers for access receives the event, according to the bindings of its
 * queues.
 */
export function followedByAccess(surfaces: readonly Surface[]): (key: string) => boolean {
  const queues = surfaces.flatMap(({ name, queues = [] }) => (name === fetchAccess.service ? queues : []));
  const patterns = queues.flatMap(({ bindings }) =>
    bindings.flatMap(({ exchange, pattern }) => (exchange === exchanges.events ? pattern : [])),
  );
  return (key) => patterns.some((pattern) => matchesTopic(pattern, key));
}
