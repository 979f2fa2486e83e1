import { type Listener, type Readiness, urlSettingOf } from '@signalbox/kit';
import type { AskElsewhere } from '../questions/ask.ts';

/** A service as other services see it, in this process or another. */
export interface Peer {
  readonly listener: Listener;
  readonly readiness: () => Promise<Readiness>;
  /** Absent for a service of this process. */
  readonly ask?: AskElsewhere;
  readonly close?: () => Promise<unknown>;
}

/** Services of the product by name: those of this process once they open, others by their address. */
export type Peers = Map<string, Peer>;

export async function readinessOf(peers: Peers, service: string): Promise<Readiness> {
  const missing = { state: 'away', reason: `The service is not configured: set ${urlSettingOf({ name: service }).name}.` } as const;
  return peers.get(service)?.readiness() ?? missing;
}
