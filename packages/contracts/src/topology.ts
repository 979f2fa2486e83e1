/** Topic exchanges: events for everyone, states for replicas, usage counts. */
export const exchanges = { events: 'signalbox.events', state: 'signalbox.state', usage: 'signalbox.usage' } as const;

/** Routing keys on the state exchange. */
export const stateKeys = {
  togglesState: 'toggles.state-changed',
  togglesHeartbeat: 'toggles.heartbeat',
  access: 'identity.access-changed',
  accessHeartbeat: 'identity.heartbeat',
  recentContexts: 'delivery.recent-contexts',
  tokensSeen: 'delivery.tokens-seen',
  relaysReported: 'delivery.relays-reported',
} as const;

/** A queue that outlives its readers, with its bindings. */
export interface DurableQueue {
  readonly queue: string;
  readonly kind: 'shared' | 'competing';
  readonly bindings: readonly Binding[];
}

/** A routing pattern on an exchange. */
interface Binding {
  readonly exchange: string;
  readonly pattern: string;
  /** False for events that do not change access, in a queue of the service that answers for it: their authors need not wait for it. */
  readonly changesAccess?: false;
}
