/** The topic exchanges: facts for everyone, states for replicas, usage counts. */
export const exchanges = { events: 'signalbox.events', state: 'signalbox.state', usage: 'signalbox.usage' } as const;

/** Routing keys on the state exchange. */
export const stateKeys = {
  togglesState: 'toggles.state-changed',
  togglesHeartbeat: 'toggles.heartbeat',
  access: 'identity.access-changed',
  accessHeartbeat: 'identity.heartbeat',
} as const;

/** A queue that outlives its readers, and what it is bound to. */
export interface DurableQueue {
  readonly queue: string;
  readonly kind: 'shared' | 'competing';
  readonly bindings: readonly { readonly exchange: string; readonly pattern: string }[];
}

/**
 * Every durable queue of the product. Publishers declare all of them before they publish, so a service that has never
 * run yet misses nothing.
 */
export const durableQueues = {
  audit: { queue: 'audit', kind: 'shared', bindings: [{ exchange: exchanges.events, pattern: '#' }] },
  identity: {
    queue: 'identity',
    kind: 'shared',
    bindings: [
      'toggles.project-created',
      'toggles.project-updated',
      'toggles.project-deleted',
      'toggles.project-import',
      'toggles.environment-created',
      'toggles.environment-deleted',
      'toggles.environment-import',
      'toggles.setting-created',
      'toggles.setting-updated',
      'toggles.setting-deleted',
    ].map((pattern) => ({ exchange: exchanges.events, pattern })),
  },
  toggles: {
    queue: 'toggles',
    kind: 'shared',
    bindings: [
      'identity.user-deleted',
      'identity.service-account-deleted',
      'identity.api-token-created',
      'identity.api-token-updated',
      'identity.api-token-deleted',
      'identity.resource-purged',
    ].map((pattern) => ({ exchange: exchanges.events, pattern })),
  },
  usage: { queue: 'toggles.usage', kind: 'competing', bindings: [{ exchange: exchanges.usage, pattern: '#' }] },
} as const satisfies Record<string, DurableQueue>;
