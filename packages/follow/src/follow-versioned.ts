import type { Follower } from './follower.ts';
import type { Versioned } from './succession.ts';

/** Receives broadcasts under `key`. `connected` is called after each (re)connection. */
export type Listen = (key: string, receive: (body: unknown) => void, connected: () => void) => Promise<void>;

/** Routing keys of the source, and the receiver of changes (default: the follower). */
export interface Subjects {
  readonly changes: string;
  readonly heartbeats: string;
  readonly take?: (body: unknown) => void;
}

/** Subscribes first and then fetches, so that nothing is lost in between; again after each reconnection. */
export async function followVersioned<Change extends Versioned>(
  follower: Pick<Follower<unknown, Change>, 'take' | 'heartbeat' | 'refetch'>,
  listen: Listen,
  { changes, heartbeats, take }: Subjects,
): Promise<void> {
  const refetch = () => void follower.refetch();
  await listen(changes, take ?? ((body) => follower.take(body as Change)), refetch);
  await listen(heartbeats, (body) => follower.heartbeat((body as { revision: number }).revision), refetch);
  refetch();
}
