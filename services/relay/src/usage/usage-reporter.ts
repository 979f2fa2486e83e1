import type { KeySettings } from '@signalbox/cipher';
import type { KnownToken } from '../token/known-token.ts';
import { covers } from '../token/known-token.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { Journal } from './journal.ts';
import { type Report, reportsOf } from './reports.ts';
import { type ScopedUsage, Usage } from './usage.ts';

interface ReporterParts {
  readonly upstream: Pick<Upstream, 'send'>;
  /** Tokens to report with. */
  readonly tokens: () => readonly KnownToken[];
  /** True if the upstream accepts hashes of tokens. */
  readonly takesHashes: () => boolean;
  readonly settings: KeySettings;
  readonly warn: (message: string, detail?: unknown) => void;
}

const bulkRoute = { method: 'POST', path: '/api/client/metrics/bulk' } as const;
const maxSeenTokens = 1000;

/** Gathers usage in memory and in the journal, and reports it to the upstream. */
export class UsageReporter {
  readonly #parts: ReporterParts;
  readonly #usage = new Usage();
  readonly #journal: Journal;
  #sending: Promise<void> = Promise.resolve();
  #dropped = 0;
  readonly #seenTokens = new Set<string>();

  constructor(parts: ReporterParts) {
    this.#parts = parts;
    this.#journal = new Journal(parts.settings);
  }

  /** Numbers of entries that wait, and of entries that were lost because the upstream was away for too long. */
  get waiting(): number {
    return this.#usage.size;
  }

  get dropped(): number {
    return this.#usage.dropped;
  }

  /** Usage that waits. */
  list(): readonly ScopedUsage[] {
    return this.#usage.list();
  }

  /** Continues with the usage that an earlier process has not reported. */
  async open(): Promise<void> {
    try {
      const { usage, unreadable } = await this.#journal.read();
      for (const each of usage) this.#usage.add(each);
      if (unreadable > 0) this.#parts.warn(`${unreadable} lines of the saved usage could not be read`);
    } catch (error) {
      this.#parts.warn('the saved usage could not be read', error);
    }
  }

  /** Resolves when the counts are in the journal. */
  async take(bodies: readonly unknown[]): Promise<void> {
    const received = new Usage();
    received.count(bodies);
    const list = received.list();
    for (const usage of list) this.#usage.add(usage);
    if (this.dropped > this.#dropped) this.#parts.warn(`the upstream has been away for too long: ${this.dropped} usage entries are lost`);
    this.#dropped = this.dropped;
    await (this.#journal.isLarge ? this.#journal.replace(this.#usage.list()) : this.#journal.append(list));
  }

  /** Notes tokens in use, by hash, for the next report. */
  noteTokens(hashes: readonly string[]): void {
    for (const hash of hashes) this.#seenTokens.add(hash);
  }

  /** Reports everything. Entries that the upstream does not accept now are reported later. */
  send(): Promise<void> {
    this.#sending = this.#sending.then(() => this.#sendAll());
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    await this.#sendTokens();
    if (this.#usage.size === 0) return;
    const reports = this.#usage.takeAll().flatMap((usage) => reportsOf(usage));
    let isReachable = true;
    for (const report of reports) {
      isReachable &&= await this.#post(report);
      if (!isReachable) this.#usage.add(report.usage);
    }
    // Of a report that was repeated after a timeout, the upstream may count both.
    await this.#journal.replace(this.#usage.list()).catch((error: unknown) => this.#parts.warn('the usage could not be saved', error));
  }

  /** Lost hashes are no loss: tokens in use are noted again a minute later. */
  async #sendTokens(): Promise<void> {
    const seenTokens = [...this.#seenTokens].slice(0, maxSeenTokens);
    this.#seenTokens.clear();
    const [token] = this.#parts.tokens();
    if (seenTokens.length === 0 || !token || !this.#parts.takesHashes()) return;
    const body = JSON.stringify({ applications: [], metrics: [], seenTokens });
    await this.#parts.upstream.send({ ...bulkRoute, token: token.secret, body }).catch(() => undefined);
  }

  /** Returns false if the report must be repeated later. */
  async #post({ usage, body }: Report): Promise<boolean> {
    const token = this.#tokenFor(usage);
    if (!token) return true;
    try {
      const { status } = await this.#parts.upstream.send({ ...bulkRoute, token: token.secret, body });
      if (status === 408 || status === 429 || status >= 500) throw new Error(`The upstream answered ${status}.`);
      if (status >= 400) this.#parts.warn(`the upstream refused a usage report with ${status}`);
      return true;
    } catch (error) {
      this.#parts.warn('the usage could not be reported, and is reported later', error);
      return false;
    }
  }

  #tokenFor({ environment, projects }: ScopedUsage): KnownToken | undefined {
    const tokens = this.#parts.tokens();
    const token = tokens.find(({ state }) => covers(state, { ...state, environment, projects: [...projects] }));
    return token ?? tokens.find(({ state }) => state.environment === environment);
  }
}
