import { type AccessChanged, stateKeys } from '@signalbox/contracts';
import type { Broadcast } from '@signalbox/kit';

/** Who may do what, as it changes. */
export const accessBroadcast: Broadcast<Omit<AccessChanged, 'version'>> = {
  revisionOf: 'access',
  key: stateKeys.access,
  heartbeat: stateKeys.accessHeartbeat,
  message: (change, revision): AccessChanged => ({ ...change, version: revision }),
};
