import { setImmediate as breathe } from 'node:timers/promises';
import { fetchState, type StateChanged, stateKeys } from '@signalbox/contracts';
import type { OpenParts } from '@signalbox/kit';
import { openReplica, type Replica, type ReplicaChange } from '@signalbox/replica';
import { KeptText } from '../kept/kept-text.ts';
import { SaveOften } from '../kept/save-often.ts';

/** The state of all features, followed. */
export interface FollowedState {
  readonly replica: Replica;
  /** Tells of each view from here on. What came before, a restored view say, is in the replica already. */
  onChange(hear: (change: ReplicaChange) => void): void;
  close(): Promise<void>;
}

/** Begins with the saved state, if there is one, then follows the bus. `onChange` hears of each new view. */
export async function followState(parts: OpenParts): Promise<FollowedState> {
  const hearers: ((change: ReplicaChange) => void)[] = [];
  const kept = new KeptText(parts, 'state');
  const saving = new SaveOften(parts, async () => kept.save(await replica.save()));
  const replica = openReplica({
    fetchPage: (after) => parts.ask(fetchState, { after }),
    schedule,
    breathe: () => breathe(),
    onFailure: (error) => parts.warn('the features could not be fetched; it is tried again', error),
    onChange(change) {
      saving.changed();
      for (const hear of hearers) hear(change);
    },
  });
  await kept.restore((text) => replica.restore(text));
  saving.unchanged();
  await parts.listen(
    stateKeys.togglesState,
    (body) => replica.apply(body as StateChanged),
    () => replica.resync(),
  );
  await parts.listen(
    stateKeys.togglesHeartbeat,
    (body) => replica.heartbeat((body as { revision: number }).revision),
    () => replica.resync(),
  );
  replica.resync();
  return {
    replica,
    onChange: (hear) => void hearers.push(hear),
    async close() {
      replica.close();
      await saving.flush();
    },
  };
}

function schedule(run: () => void, delayMs: number): () => void {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
}
