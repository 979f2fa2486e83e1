import { fetchState, type StateChanged, type StatePage, stateKeys } from '@signalbox/contracts';
import { followVersioned, type Listen } from '@signalbox/follow';
import { schedule, yieldToOthers } from '@signalbox/timing';
import type { ReplicaChange } from './draft.ts';
import { openReplica, type Replica } from './replica.ts';
import { sharedStates } from './shared-states.ts';

/** Where a replica of a service gets its pages and messages: a part of what a service gets when it opens. */
export interface StateSource {
  ask(question: typeof fetchState, input: { readonly after: string | null }): Promise<StatePage>;
  readonly listen: Listen;
  warn(message: string, detail?: unknown): void;
  /** Values that all services of the process share. */
  slot<T>(slot: { readonly make: () => T }): T;
}

/** What the follower does beside. */
export interface StateHooks {
  /** Gives the replica what was saved, before anything is fetched. */
  readonly restore?: (replica: Replica) => Promise<void>;
  /** Told of each new view, in order. */
  readonly onChange?: (change: ReplicaChange) => void;
}

/** Opens a replica that follows toggles' state on the bus: subscribes first and fetches then, again after each reconnection. */
export async function followState(source: StateSource, { restore, onChange }: StateHooks = {}): Promise<Replica> {
  const replica = openReplica({
    fetchPage: (after) => source.ask(fetchState, { after }),
    states: source.slot(sharedStates),
    schedule,
    yieldToOthers,
    onFailure: (error) => source.warn('the features could not be fetched; it is tried again', error),
    ...(onChange && { onChange }),
  });
  await restore?.(replica);
  await followVersioned(replica.follower, source.listen, {
    changes: stateKeys.togglesState,
    heartbeats: stateKeys.togglesHeartbeat,
    take: (body) => replica.apply(body as StateChanged),
  });
  return replica;
}
