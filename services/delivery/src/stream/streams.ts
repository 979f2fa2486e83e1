import { type OpenParts, yieldToOthers } from '@signalbox/kit';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Failure, type TokenState } from '@signalbox/contracts';
import type { Replica } from '@signalbox/replica';
import { compositeKey } from '@signalbox/table';
import type { History } from '../delta/history.ts';
import { formatSince } from '../delta/write-delta.ts';
import type { Bodies } from '../body/bodies.ts';
import type { FeatureQuery } from '../feature/feature-query.ts';
import { type Format, requestFor } from '../feature/write-features.ts';

/** A request for a stream. */
export interface Subscription {
  readonly response: ServerResponse;
  readonly token: TokenState;
  readonly query: FeatureQuery;
  /** The last revision of the SDK; undefined for none. */
  readonly since: number | undefined;
  /** True for a relay, which validates the tokens of its own clients. */
  readonly isRelay?: boolean;
}

interface Stream extends Omit<Subscription, 'since'> {
  /** Events bypass the response object, which halves the cost with thousands of streams. */
  readonly socket: Socket;
  revision: number | undefined;
  connected: boolean;
  /** True if a relay has to be notified of revoked tokens. */
  mustValidate: boolean;
  /** True while it waits for its next event. */
  queued: boolean;
  /** True if the socket buffer was full at the last heartbeat. */
  stuck: boolean;
}

/** Position of a stream: the revision that its reader has, if any, and the current one. */
export interface StreamPosition {
  readonly query: FeatureQuery;
  readonly since: number | undefined;
  readonly revision: number;
  /** False for the first event. */
  readonly connected: boolean;
}

interface StreamParts {
  readonly replica: Pick<Replica, 'view'>;
  readonly bodies: Bodies;
  readonly maxStreams: number;
  /** The event that brings a stream from its position to the current revision. */
  readonly eventAt: (position: StreamPosition) => Format;
}

/**
 * Limits of what leaves before other work runs. When thousands of SDKs reconnect, each needs the complete state. A process accepts one
 * connection in each turn of its event loop (libuv), so long turns would keep the others waiting.
 */
const streamsAtOnce = 1000;
const bytesAtOnce = 1_000_000;
/** Larger events count as complete states. */
const changeBytes = 100_000;
/** SDKs give up a stream after 60 s without data, Edge after 90. */
const keepAliveMs = 30_000;

/**
 * All open streams. Each is brought from its revision to the current one by a single event, which is created once for all
 * streams in the same position. Changes leave before complete states, so that a storm of reconnections does not delay them. A slow reader
 * receives nothing until its socket buffer is empty, and then a single event with everything since. Nothing accumulates in memory.
 */
export class Streams {
  readonly #parts: StreamParts;
  readonly #reporter: Pick<OpenParts, 'warn'>;
  readonly #open = new Set<Stream>();
  /** Streams that lack an event, by position: of changes, and of the complete state. */
  readonly #changes = new Map<string, Stream[]>();
  readonly #states = new Map<string, Stream[]>();
  #sending: Promise<void> | undefined;
  /** Number of times that revisions restarted. */
  #epoch = 0;

  constructor(parts: StreamParts, opener: Pick<OpenParts, 'warn' | 'every'>) {
    this.#parts = parts;
    this.#reporter = opener;
    opener.every(keepAliveMs, () => this.keepAlive());
  }

  get size(): number {
    return this.#open.size;
  }

  /** Throws 429 beyond the limit; SDKs poll from then on. */
  open({ response, token, query, since, isRelay = false }: Subscription): void {
    const { socket } = response;
    if (!socket) return; // the client disconnected while the request was authorized
    if (this.#open.size >= this.#parts.maxStreams) throw tooMany();
    const sending = { connected: false, mustValidate: false, queued: false, stuck: false };
    const stream: Stream = { response, socket, token, query, isRelay, revision: since, ...sending };
    response.once('close', () => this.#open.delete(stream));
    socket.on('drain', () => {
      this.#notify(stream);
      void this.#advance([stream]);
    });
    response.useChunkedEncodingByDefault = false; // the stream ends with the connection
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' });
    response.flushHeaders();
    this.#open.add(stream);
    void this.#advance([stream]);
  }

  /** Sends each stream the changes that it lacks. */
  advance(): Promise<void> {
    return this.#advance(this.#open);
  }

  /** Resets all streams when revisions restart, because their revisions are no longer valid. */
  clear(): void {
    this.#epoch += 1;
    for (const stream of this.#open) stream.revision = undefined;
  }

  /** Sends a heartbeat to each stream, and closes streams that have read nothing since the last one. */
  keepAlive(): Promise<void> {
    return this.#each(this.#open, (stream) => {
      const { socket } = stream;
      if (!socket.writableNeedDrain) socket.write(':\n\n');
      else if (stream.stuck) socket.destroy();
      stream.stuck = socket.writableNeedDrain;
    });
  }

  /** Notifies relays of revoked tokens. A slow reader is notified once its socket buffer is empty. */
  notifyRelays(): void {
    for (const stream of this.#open) {
      stream.mustValidate = stream.isRelay === true;
      this.#notify(stream);
    }
  }

  /** Closes streams whose token is no longer valid. */
  keepOnly(isGood: (token: TokenState) => boolean): void {
    for (const { response, token } of this.#open) if (!isGood(token)) response.end();
  }

  close(): void {
    for (const { response } of this.#open) response.end();
  }

  async #each(streams: Iterable<Stream>, visit: (stream: Stream) => void): Promise<void> {
    for (const [index, stream] of [...streams].entries()) {
      if (!stream.response.writableEnded && !stream.response.destroyed) visit(stream);
      if (index % streamsAtOnce === streamsAtOnce - 1) await yieldToOthers();
    }
  }

  #notify(stream: Stream): void {
    const { socket, response, mustValidate, connected } = stream;
    if (!mustValidate || !connected || socket.writableNeedDrain || response.writableEnded || response.destroyed) return;
    stream.mustValidate = false;
    socket.write(tokensEvent);
  }

  /** Brings streams to the current revision. */
  #advance(streams: Iterable<Stream>): Promise<void> {
    for (const stream of streams) if (this.#isBehind(stream)) this.#enqueue(stream);
    if (this.#next()) this.#sending ??= this.#sendQueued();
    return this.#sending ?? Promise.resolve();
  }

  /** True if the stream can take an event and is not at the current revision. */
  #isBehind({ response, socket, connected, revision, query, queued }: Stream): boolean {
    if (queued || socket.writableNeedDrain || response.writableEnded || response.destroyed) return false;
    return !connected || this.#parts.replica.view.scopeRevision(query.environment, query.projects) !== revision;
  }

  #enqueue(stream: Stream): void {
    const { query, revision, connected } = stream;
    const queue = revision === undefined ? this.#states : this.#changes;
    const position = compositeKey(query.key, revision ?? '', connected);
    stream.queued = true;
    queue.getOrInsertComputed(position, () => []).push(stream);
  }

  async #sendQueued(): Promise<void> {
    for (let queue = this.#next(); queue; queue = this.#next()) {
      await this.#sendSome(...queue);
      await yieldToOthers();
    }
    this.#sending = undefined;
  }

  #next() {
    for (const queue of [this.#changes, this.#states]) {
      const [first] = queue;
      if (first) return [queue, ...first] as const;
    }
    return undefined;
  }

  /** Sends the current event to as many streams of one position as may receive it at once. */
  async #sendSome(queue: Map<string, Stream[]>, position: string, streams: Stream[]): Promise<void> {
    const epoch = this.#epoch;
    const made = await this.#makeEvent(streams[0] as Stream).catch((error: unknown) => {
      this.#reporter.warn('could not build an event for streams', error);
      return null;
    });
    if (made && queue === this.#changes && made.event.length > changeBytes) return this.#postpone(position);
    const count = made ? Math.ceil(Math.min(streamsAtOnce, bytesAtOnce / made.event.length)) : streams.length;
    const some = streams.splice(0, count);
    if (streams.length === 0) queue.delete(position);
    for (const stream of some) {
      stream.queued = false;
      if (!made) stream.response.destroy();
      else if (!stream.response.writableEnded && !stream.response.destroyed) this.#write(stream, made.event);
      stream.revision = epoch === this.#epoch ? made?.revision : undefined;
    }
    void this.#advance(some);
  }

  /** Moves streams whose revision is too old to the others that need the complete state. */
  #postpone(position: string): void {
    this.#states.getOrInsertComputed(position, () => []).push(...(this.#changes.get(position) ?? []));
    this.#changes.delete(position);
  }

  #write(stream: Stream, event: Buffer): void {
    stream.socket.write(event);
    stream.connected = true;
    this.#notify(stream);
  }

  async #makeEvent({ query, revision: since, connected }: Stream) {
    const { replica, bodies, eventAt } = this.#parts;
    const { view } = replica;
    const revision = view.scopeRevision(query.environment, query.projects);
    const format = eventAt({ query, since, revision, connected });
    return { event: await bodies.get(requestFor({ format, view, query, revision }, 'plain')), revision };
  }
}

/** An extension that only relays receive. They validate all tokens again. */
const tokensEvent = 'event: signalbox-tokens\ndata: {}\n\n';

/** Events with the changes of features, which SDKs apply to their copy. */
export const featureEvents =
  (history: History): StreamParts['eventAt'] =>
  ({ query, since, revision, connected }) =>
    eventFormat(connected ? 'unleash-updated' : 'unleash-connected', contentSince(history, query, since, revision));

const unchangedFormat: Format = { name: 'unchanged', write: async () => ['{"events":[]}'] };

const contentSince = (history: History, query: FeatureQuery, since: number | undefined, revision: number): Format =>
  since === revision ? unchangedFormat : formatSince(history, query, since);

/** JSON contains no line breaks, so it fits in one data line. */
const eventFormat = (type: string, content: Format): Format => ({
  name: `${type} ${content.name}`,
  async write(view, query, revision) {
    const data = await content.write(view, query, revision);
    return [`event: ${type}\nid: ${revision}\ndata: `, ...data, '\n\n'];
  },
});

const tooMany = () =>
  new Failure('RateLimitError', 'This process has reached its limit of open streams. Poll /api/client/features instead.', {
    retryAfterSeconds: 30,
  });
