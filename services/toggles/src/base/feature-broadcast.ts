import { stateKeys, type StateChanged } from '@signalbox/contracts';
import type { Broadcast } from '@signalbox/kit';

/** A state change that makes replicas fetch all features again. */
export const everything = { resync: true, features: [], removedFeatures: [], segments: [], removedSegments: [] };

type Change = Omit<StateChanged, 'revision' | 'previous'>;

/** Broadcasts changes of the evaluation state. */
export const featureBroadcast: Broadcast<Change> = {
  revisionOf: 'features',
  key: stateKeys.togglesState,
  heartbeat: stateKeys.togglesHeartbeat,
  numberedAs: 'revision',
  message: (changes): Change => together(changes),
  resync: (): Change => everything,
};

/** Several partial changes in one unit of work become a resync of everything. */
const together = ([change, ...others]: readonly Change[]): Change => (change && others.length === 0 ? change : everything);
