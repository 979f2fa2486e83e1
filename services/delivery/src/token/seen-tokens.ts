import { hashSecret, stateKeys, type TokensSeen } from '@signalbox/contracts';
import { chunksOf, type OpenParts } from '@signalbox/kit';
import type { TokenBook } from './token-book.ts';

/** Interval of messages. */
const everyMs = 5000;
/** Each token is reported once in this many messages, which is once a minute. */
const messagesPerReport = 12;
const maxPerMessage = 1000;

const isHash = /^[0-9a-f]{64}$/;

/** Collects the hashes of tokens in use, and reports them to identity, which stores when each was last seen. */
export class SeenTokens {
  readonly #parts: Pick<OpenParts, 'broadcast' | 'now'>;
  readonly #book: Pick<TokenBook, 'at'>;
  readonly #seen = new Set<string>();
  readonly #reported = new Set<string>();
  #messages = 0;

  constructor(parts: Pick<OpenParts, 'broadcast' | 'now' | 'every'>, book: Pick<TokenBook, 'at'>) {
    this.#parts = parts;
    this.#book = book;
    parts.every(everyMs, () => this.send());
  }

  /** Notes the use of a known token. */
  note(hash: string): void {
    if (!this.#reported.has(hash)) this.#seen.add(hash);
  }

  /** Notes tokens that a proxy has seen, by secret, or by hash from a relay. Unknown ones are ignored, and no secret is kept. */
  noteSecrets(secrets: readonly string[]): void {
    const now = this.#parts.now();
    for (const secret of secrets) {
      const token = this.#book.at(isHash.test(secret) ? secret : hashSecret(secret.trim()), now);
      if (token) this.note(token.hash);
    }
  }

  /** Reports the tokens that were not reported in the last minute. */
  async send(): Promise<void> {
    const hashes = [...this.#seen];
    this.#seen.clear();
    this.#messages += 1;
    if (this.#messages % messagesPerReport === 0) this.#reported.clear();
    for (const hash of hashes) this.#reported.add(hash);
    const at = this.#parts.now().toISOString();
    for (const some of chunksOf(hashes, maxPerMessage))
      await this.#parts.broadcast(stateKeys.tokensSeen, { hashes: some, at } satisfies TokensSeen);
  }
}
