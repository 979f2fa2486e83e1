import type { Listener, Readiness } from '@signalbox/kit';
import { request } from 'undici';
import { type Forwarder, type ForwardingParts, forwardTo } from '../http/forward.ts';

const maxWaitMs = 1000;

/** A service as its peers see it. */
export interface Peer {
  readonly listener: Listener;
  readonly readiness: () => Promise<Readiness>;
}

/** The services of the product by name: of this process as they open, elsewhere by where they listen. */
export class Peers {
  readonly #here = new Map<string, Peer>();
  readonly #elsewhere: ReadonlyMap<string, Peer & { close(): Promise<void> }>;

  constructor(urls: ReadonlyMap<string, string>, parts: ForwardingParts) {
    this.#elsewhere = new Map([...urls].map(([service, url]) => [service, peerAt(service, forwardTo(service, url, parts), url)]));
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
        reason: `It is not configured: ${service.toUpperCase().replaceAll('-', '_')}_URL is missing.`,
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

function peerAt(service: string, forwarder: Forwarder, url: string) {
  return { ...forwarder, readiness: () => readinessAt(service, url) };
}

async function readinessAt(service: string, url: string): Promise<Readiness> {
  try {
    const answer = await request(`${url}/ready`, { reset: true, signal: AbortSignal.timeout(maxWaitMs) });
    const body = (await answer.body.json()) as { services?: Record<string, Readiness> };
    return body.services?.[service] ?? { state: 'away', reason: `The process at ${url} is of another service.` };
  } catch {
    return { state: 'away', reason: `It cannot be reached at ${url}.` };
  }
}
