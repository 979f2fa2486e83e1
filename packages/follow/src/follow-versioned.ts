import type { Follower } from './follower.ts';
import type { Versioned } from './succession.ts';

/** Receives what is broadcast under `key`; `connected` is called after each (re)connection. */
export type Listen = (key: string, receive: (body: unknown) => void, connected: () => void) => Promise<void>;

/** Under which keys the source speaks, and who takes a change; absent: the follower. */
export interface Subjects {
  readonly changes: string;
  readonly heartbeats: string;
  readonly take?: (body: unknown) => void;
}

/** Subscribes first and begins to fetch then, so that nothing falls between the two; again after each reconnection. */
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
