import type { OpenParts } from '@signalbox/kit';
import { followState as follow, type Replica, type ReplicaChange } from '@signalbox/replica';
import type { RecentContexts } from '../recent/recent-contexts.ts';
import { SavedSnapshot } from '../saved/saved-snapshot.ts';
import { SaveOften } from '../saved/save-often.ts';

/** The state of all features, followed and kept over restarts. */
export interface FollowedState {
  readonly replica: Replica;
  /** Tells of each view from here on. What came before, a restored view say, is in the replica already. */
  onChange(hear: (change: ReplicaChange) => void): void;
  close(): Promise<void>;
}

/** Begins with the saved state, if there is one, then follows the bus. `onChange` hears of each new view. */
export async function followState(parts: OpenParts, recent: RecentContexts): Promise<FollowedState> {
  const hearers: ((change: ReplicaChange) => void)[] = [];
  const snapshot = new SavedSnapshot(parts, 'state');
  const saving = new SaveOften(parts, async () => snapshot.save(await replica.save()));
  const { replica, close } = await follow(parts, {
    async restore(empty) {
      await snapshot.restore((text) => empty.restore(text));
      saving.unchanged();
    },
    onChange(change) {
      saving.changed();
      for (const hear of hearers) hear(change);
    },
    onSampled: (sampled) => recent.follow(sampled),
  });
  return {
    replica,
    onChange: (hear) => void hearers.push(hear),
    async close() {
      close();
      await saving.flush();
    },
  };
}
