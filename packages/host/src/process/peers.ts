import type { Listener, Readiness } from '@signalbox/kit';
import { request } from 'undici';
import { type Forwarder, forwardTo } from '../http/forward.ts';

const patienceMs = 1000;

/** The other services: in this process their own listener, elsewhere a forwarder to where they listen. */
export class Neighbours {
  readonly listeners: { get(service: string): Listener | undefined };
  readonly #urls: ReadonlyMap<string, string>;
  readonly #forwarders: Forwarder[] = [];
  readonly #here = new Map<string, () => Promise<Readiness>>();

  constructor(here: ReadonlyMap<string, Listener>, urls: ReadonlyMap<string, string>, id: () => string) {
    this.#urls = urls;
    const elsewhere = new Map<string, Listener>();
    for (const [service, url] of urls) {
      const forwarder = forwardTo(service, url, id);
      this.#forwarders.push(forwarder);
      elsewhere.set(service, forwarder.listener);
    }
    this.listeners = { get: (service) => here.get(service) ?? elsewhere.get(service) };
  }

  /** A service of this process says itself whether it is ready. */
  know(service: string, readiness: () => Promise<Readiness>): void {
    this.#here.set(service, readiness);
  }

  async readinessOf(service: string): Promise<Readiness> {
    const here = this.#here.get(service);
    if (here) return here();
    const url = this.#urls.get(service);
    if (!url) return { state: 'away', reason: 'not configured' };
    try {
      const answer = await request(`${url}/ready`, { signal: AbortSignal.timeout(patienceMs) });
      const body = (await answer.body.json()) as { services?: Record<string, Readiness> };
      return body.services?.[service] ?? { state: 'away', reason: 'it says nothing' };
    } catch {
      return { state: 'away', reason: 'it cannot be reached' };
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#forwarders.map((forwarder) => forwarder.close()));
  }
}
