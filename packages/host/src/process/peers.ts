import { type Listener, type Readiness, urlSettingOf } from '@signalbox/kit';

/** A service as its peers see it. */
export interface Peer {
  readonly listener: Listener;
  readonly readiness: () => Promise<Readiness>;
}

/** A peer of another process. */
export interface PeerElsewhere extends Peer {
  close(): Promise<void>;
}

/** The services of the product by name: of this process as they open, elsewhere by where they listen. */
export class Peers {
  readonly #here = new Map<string, Peer>();
  readonly #elsewhere: ReadonlyMap<string, PeerElsewhere>;

  constructor(elsewhere: ReadonlyMap<string, PeerElsewhere>) {
    this.#elsewhere = elsewhere;
  }

  /** A service of this process is open from here on. */
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
