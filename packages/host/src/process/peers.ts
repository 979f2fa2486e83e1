import { type Listener, type Readiness, urlSettingOf } from '@signalbox/kit';

/** A service as other services see it. */
export interface Peer {
  readonly listener: Listener;
  readonly readiness: () => Promise<Readiness>;
}

/** A peer in another process. */
export interface PeerElsewhere extends Peer {
  close(): Promise<void>;
}

/** Services of the product by name: those of this process once they open, others by their address. */
export class Peers {
  readonly #here = new Map<string, Peer>();
  readonly #elsewhere: ReadonlyMap<string, PeerElsewhere>;

  constructor(elsewhere: ReadonlyMap<string, PeerElsewhere>) {
    this.#elsewhere = elsewhere;
  }

  /** Adds a service that has opened in this process. */
  add(service: string, peer: Peer): void {
    this.#here.set(service, peer);
  }

  get(service: string): Listener | undefined {
    return this.#find(service)?.listener;
  }

  async readinessOf(service: string): Promise<Readiness> {
    return (
      this.#find(service)?.readiness() ?? {
        state: 'away',
        reason: `The service is not configured: set ${urlSettingOf({ name: service }).name}.`,
      }
    );
  }

  async close(): Promise<void> {
    await Promise.all([...this.#elsewhere.values()].map((peer) => peer.close()));
  }

  #find(service: string): Peer | undefined {
    return this.#here.get(service) ?? this.#elsewhere.get(service);
  }
}
