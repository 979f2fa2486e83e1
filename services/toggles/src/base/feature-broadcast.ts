import { stateKeys, type StateChanged } from '@signalbox/contracts';
import type { Broadcast } from '@signalbox/kit';

/** Has replicas fetch all features anew. */
export const everything = { resync: true, features: [], removedFeatures: [], segments: [], removedSegments: [] };

type Change = Omit<StateChanged, 'revision' | 'previous'>;

/** What is evaluated, as it changes. */
export const featureBroadcast: Broadcast<Change> = {
  revisionOf: 'features',
  key: stateKeys.togglesState,
  heartbeat: stateKeys.togglesHeartbeat,
  message: (changes, revision): StateChanged => ({ ...together(changes), revision, previous: revision - 1 }),
  resync: (_changes, revision): StateChanged => ({ ...everything, revision, previous: revision - 1 }),
};

/** What a unit of work says in parts is said of everything. */
const together = ([change, ...others]: readonly Change[]): Change => (change && others.length === 0 ? change : everything);
