import { exchanges, stateKeys } from '@signalbox/contracts';
import { surface } from '@signalbox/kit';
import { relaySettings } from './setting/settings.ts';

export { bootstrapFile, upstreamUrl } from './setting/settings.ts';

export const usageQueue = 'relay.usage';

/** Description of the relay. Its process has no other public service. */
export const relaySurface = surface({
  name: 'relay',
  isPublic: true,
  queues: [{ queue: usageQueue, kind: 'competing', bindings: [{ exchange: exchanges.usage, pattern: '#' }] }],
  ephemeralKeys: [stateKeys.togglesState, stateKeys.togglesHeartbeat, stateKeys.access, stateKeys.accessHeartbeat],
  settings: relaySettings,
});
