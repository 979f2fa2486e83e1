import { matchesTopic } from '@signalbox/bus';
import { exchanges, fetchAccess } from '@signalbox/contracts';
import type { Surface } from '@signalbox/kit';

/** Whether an event with a routing key is heard by the service that answers for access: its surface says to what its queues are bound. */
export function followedByAccess(surfaces: readonly Surface[]): (key: string) => boolean {
  const queues = surfaces.flatMap(({ name, queues = [] }) => (name === fetchAccess.service ? queues : []));
  const patterns = queues.flatMap(({ bindings }) =>
    bindings.flatMap(({ exchange, pattern }) => (exchange === exchanges.events ? pattern : [])),
  );
  return (key) => patterns.some((pattern) => matchesTopic(pattern, key));
}
