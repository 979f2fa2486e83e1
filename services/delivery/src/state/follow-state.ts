import type { StateChanged } from '@signalbox/contracts';
import type { OpenParts } from '@signalbox/kit';
import { followState as follow, type Replica, type ReplicaChange, type StateSource } from '@signalbox/replica';
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
  const replica = await follow(hearing(parts, recent), {
    async restore(empty) {
      await snapshot.restore((text) => empty.restore(text));
      saving.unchanged();
    },
    onChange(change) {
      saving.changed();
      for (const hear of hearers) hear(change);
    },
  });
  return {
    replica,
    onChange: (hear) => void hearers.push(hear),
    async close() {
      replica.close();
      await saving.flush();
    },
  };
}

/** Beside the features the state says where contexts are sampled. */
function hearing(parts: OpenParts, recent: RecentContexts): StateSource {
  return {
    warn: (message, detail) => parts.warn(message, detail),
    slot: parts.slot,
    async ask(question, input) {
      const page = await parts.ask(question, input);
      if (page.sampled) recent.follow(page.sampled);
      return page;
    },
    listen: (key, receive, connected) =>
      parts.listen(
        key,
        (body) => {
          const { sampled } = body as Partial<StateChanged>;
          if (sampled) recent.follow(sampled);
          receive(body);
        },
        connected,
      ),
  };
}
