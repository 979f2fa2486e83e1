import { stateKeys, type StateChanged } from '@signalbox/contracts';
import type { Broadcast } from '@signalbox/kit';

const nothing = { features: [], removedFeatures: [], segments: [], removedSegments: [] };

/** What is evaluated, as it changes. */
export const featureBroadcast: Broadcast<Omit<StateChanged, 'revision' | 'previous'>> = {
  revisionOf: 'features',
  key: stateKeys.togglesState,
  heartbeat: stateKeys.togglesHeartbeat,
  message: (change, revision): StateChanged => ({ ...change, revision, previous: revision - 1 }),
  resync: (revision): StateChanged => ({ revision, previous: revision - 1, resync: true, ...nothing }),
};
