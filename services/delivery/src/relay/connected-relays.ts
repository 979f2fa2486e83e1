import { type ConnectedRelay, connectedRelays, type RelaysReported, stateKeys } from '@signalbox/contracts';
import { hourMs, type OpenParts } from '@signalbox/kit';

const maxRelays = 1000;

/**
 * The relays that have reported within the last hour, to any process of delivery. They are in memory only: relays report every minute, so
 * a new process knows all of them a minute later.
 */
export class ConnectedRelays {
  readonly #parts: Pick<OpenParts, 'broadcast' | 'now'>;
  /** By id, the latest report last. */
  readonly #relays = new Map<string, ConnectedRelay>();

  constructor(parts: Pick<OpenParts, 'broadcast' | 'now'>) {
    this.#parts = parts;
  }

  static async open(parts: OpenParts): Promise<ConnectedRelays> {
    const relays = new ConnectedRelays(parts);
    const receive = (body: unknown) => relays.note((body as RelaysReported).relays);
    await parts.listen(stateKeys.relaysReported, receive, () => undefined);
    parts.slot(connectedRelays).list = () => relays.list();
    return relays;
  }

  /** Sends the relays to all processes of delivery, including this one. */
  share(relays: readonly ConnectedRelay[]): Promise<void> {
    return this.#parts.broadcast(stateKeys.relaysReported, { relays } satisfies RelaysReported);
  }

  /** Above the limit, drops the relays that have not reported for the longest time. */
  note(relays: readonly ConnectedRelay[]): void {
    for (const relay of relays) {
      this.#relays.delete(relay.id);
      this.#relays.set(relay.id, relay);
    }
    for (const id of [...this.#relays.keys()].slice(0, Math.max(0, this.#relays.size - maxRelays))) this.#relays.delete(id);
  }

  list(): ConnectedRelay[] {
    const since = this.#parts.now().getTime() - hourMs;
    return [...this.#relays.values()].filter(({ reportedAt }) => Date.parse(reportedAt) > since);
  }
}
