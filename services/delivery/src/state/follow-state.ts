import type { OpenParts } from '@signalbox/kit';
import { followState as follow, type Replica, type ReplicaChange } from '@signalbox/replica';
import type { RecentContexts } from '../recent/recent-contexts.ts';
import { SavedSnapshot } from '../saved/saved-snapshot.ts';
import { SaveOften } from '../saved/save-often.ts';

/** The state of all features, kept current and saved across restarts. */
export interface FollowedState {
  readonly replica: Replica;
  /** Calls the listener for each later view. Earlier ones, such as a restored view, are in the replica already. */
  onChange(listener: (change: ReplicaChange) => void): void;
  /** Saves unsaved changes. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Starts from the saved state, if any, then follows the bus. */
export async function followState(parts: OpenParts, recent: RecentContexts): Promise<FollowedState> {
  const listeners: ((change: ReplicaChange) => void)[] = [];
  const snapshot = new SavedSnapshot(parts, 'state');
  const saving = new SaveOften(parts, async () => snapshot.save(await replica.save()));
  const { replica, close } = await follow(parts, {
    async restore(empty) {
      await snapshot.restore((text) => empty.restore(text));
      saving.unchanged();
    },
    onChange(change) {
      saving.changed();
      for (const listener of listeners) listener(change);
    },
    onSampled: (sampled) => recent.follow(sampled),
  });
  return {
    replica,
    onChange: (listener) => void listeners.push(listener),
    flush: () => saving.flush(),
    async close() {
      close();
      await saving.flush();
    },
  };
}
