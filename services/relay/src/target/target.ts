import { doubling, pause } from '@signalbox/kit';
import { readEvents, type ServerSentEvent } from '../upstream/event-stream.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { applyEvents, type Content, type DeltaEvent, readContent, type ReportProblem } from '../content/content.ts';

/** Connection of a target to the rest of the relay. */
export interface TargetParts {
  readonly upstream: Pick<Upstream, 'send' | 'stream'>;
  /** The secret whose features are followed. */
  readonly token: string;
  readonly pollMs: number;
  /** Receives each new content. */
  readonly receive: (content: Content) => void;
  /** Called when the upstream refuses the token. */
  readonly refused: () => void;
  /** Called when the upstream reports that tokens have changed. */
  readonly tokensChanged: () => void;
  readonly report: ReportProblem;
  readonly warn: (message: string, detail?: unknown) => void;
  /** Time without any byte after which a stream counts as broken. */
  readonly idleMs?: number;
}

const features = '/api/client/features';
const streaming = '/api/client/streaming';
const idleMs = 90_000;
/** At most this long after the upstream has recovered, the target connects again. */
const retryMs = doubling(250, 1500);
/** A stream that ends earlier counts as failed. */
const minStreamMs = 5000;
const maxStreamFailures = 3;
/** Interval of attempts to stream from an upstream that does not offer it. */
const streamAgainMs = 300_000;

/** Follows the features of one token: by a stream if the upstream offers one, otherwise by polling. */
export class Target {
  readonly #parts: TargetParts;
  readonly #stop = new AbortController();
  #content: Content | null = null;
  #etag: string | undefined;
  #lastEventId: string | undefined;
  #isCurrent = false;
  #hasStreamed = false;
  #failures = 0;
  #streamFailures = 0;
  #streamAt = -Infinity;
  #running: Promise<void> = Promise.resolve();

  constructor(parts: TargetParts) {
    this.#parts = parts;
  }

  /** True if the last contact with the upstream confirmed the content. */
  get current(): boolean {
    return this.#isCurrent;
  }

  /** True if the upstream has sent a stream, as Signalbox and relays do. */
  get streamed(): boolean {
    return this.#hasStreamed;
  }

  get content(): Content | null {
    return this.#content;
  }

  start(): void {
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) await pause(await this.#follow(), signal);
  }

  /** Streams as long as possible, or polls once. Returns the time until the next attempt. */
  async #follow(): Promise<number> {
    const mayStream = performance.now() >= this.#streamAt;
    if (mayStream && (await this.#stream())) return retryMs(1);
    const isReached = await this.#poll();
    if (!isReached) this.#streamFailures = 0;
    if (!isReached) return retryMs((this.#failures += 1));
    this.#failures = 0;
    return mayStream && this.#streamFailures > 0 ? retryMs(this.#streamFailures) : this.#parts.pollMs;
  }

  /** Returns true if a stream was open for a while, and false if the target should poll. */
  async #stream(): Promise<boolean> {
    const { upstream, token } = this.#parts;
    const headers = { accept: 'text/event-stream', ...(this.#lastEventId && { 'last-event-id': this.#lastEventId }) };
    const begun = performance.now();
    try {
      const { status, body } = await upstream.stream({ method: 'GET', path: streaming, token, headers, stop: this.#stop.signal });
      if (status < 500 && status !== 200) {
        this.#streamAt = performance.now() + streamAgainMs;
        return false;
      }
      if (status !== 200) throw new Error(`The upstream refused the stream with ${status}.`);
      await readEvents(body, this.#parts.idleMs ?? idleMs, (event) => this.#take(event));
    } catch (error) {
      if (this.#isCurrent && !this.#stop.signal.aborted) this.#parts.warn('a stream of the upstream ended', error);
    }
    this.#isCurrent = false;
    if (performance.now() - begun >= minStreamMs || this.#stop.signal.aborted) return true;
    this.#streamFailures += 1;
    if (this.#streamFailures >= maxStreamFailures) this.#streamAt = performance.now() + streamAgainMs;
    return false;
  }

  #take({ type, id, data }: ServerSentEvent): void {
    if (type === 'signalbox-tokens') this.#parts.tokensChanged();
    if (type !== 'unleash-connected' && type !== 'unleash-updated') return;
    const { events } = JSON.parse(data) as { events: DeltaEvent[] };
    try {
      if (events.length > 0) this.#receive(applyEvents(this.#content, events, this.#parts.report));
    } catch (error) {
      this.#lastEventId = undefined;
      throw error;
    }
    // A copy, because a part of a string keeps all of it in memory.
    this.#lastEventId = id === undefined ? undefined : Buffer.from(id).toString();
    this.#etag = undefined;
    this.#streamFailures = 0;
    this.#hasStreamed = true;
    this.#isCurrent = true;
  }

  /** Returns true if the upstream confirmed or sent the content, or refused the token. */
  async #poll(): Promise<boolean> {
    const { upstream, token, refused, report, warn } = this.#parts;
    try {
      const headers: Record<string, string> = this.#etag === undefined ? {} : { 'if-none-match': this.#etag };
      const { status, text, headers: received } = await upstream.send({ ...fetchFeatures, token, headers, stop: this.#stop.signal });
      if (status === 401 || status === 403) refused();
      else if (status === 200) this.#receive(readContent(text, report));
      else if (status !== 304) throw new Error(`The upstream answered ${status}.`);
      if (status === 200) this.#etag = received.etag;
      if (status === 200) this.#lastEventId = undefined;
      this.#isCurrent = status === 200 || status === 304;
      return true;
    } catch (error) {
      if (this.#failures === 0 && !this.#stop.signal.aborted) warn('the features could not be fetched from the upstream', error);
      this.#isCurrent = false;
      return false;
    }
  }

  #receive(content: Content): void {
    this.#content = content;
    this.#parts.receive(content);
  }
}

const fetchFeatures = { method: 'GET', path: features } as const;
