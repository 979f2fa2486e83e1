import { yieldToOthers } from '@signalbox/kit';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Failure, type TokenState } from '@signalbox/contracts';
import type { Replica } from '@signalbox/replica';
import type { History } from '../delta/history.ts';
import { formatSince } from '../delta/write-delta.ts';
import type { Bodies } from '../body/bodies.ts';
import type { FeatureQuery } from '../feature/feature-query.ts';
import { type Format, orderFor } from '../feature/write-features.ts';

/** What opens a stream. */
export interface Subscription {
  readonly response: ServerResponse;
  readonly token: TokenState;
  readonly query: FeatureQuery;
  /** The last revision that the SDK has, undefined for none. */
  readonly since: number | undefined;
}

interface Stream extends Omit<Subscription, 'since'> {
  /** Events are written to it past the response, which costs half as much: that counts when thousands are told. */
  readonly socket: Socket;
  revision: number | undefined;
  connected: boolean;
  /** An event is being made for it. */
  busy: boolean;
  /** It had taken in nothing of what was sent at the last keep-alive. */
  stuck: boolean;
}

interface StreamParts {
  readonly replica: Pick<Replica, 'view'>;
  readonly bodies: Bodies;
  readonly history: History;
  readonly maxStreams: number;
}

interface Reporter {
  warn(message: string, detail?: unknown): void;
}

const streamsAtOnce = 1000;

/**
 * All open streams. Each holds one revision and is taken to the current one in a single event, made once for all who
 * need the same. Who reads slowly is sent nothing before the last event has left, and then what came since in one:
 * nothing piles up.
 */
export class Streams {
  readonly #parts: StreamParts;
  readonly #reporter: Reporter;
  readonly #open = new Set<Stream>();
  /** Counts how often revisions began anew. */
  #epoch = 0;

  constructor(parts: StreamParts, reporter: Reporter) {
    this.#parts = parts;
    this.#reporter = reporter;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Throws 429 when there are too many; SDKs poll from there on. */
  open({ response, token, query, since }: Subscription): void {
    const { socket } = response;
    if (!socket) return; // They left while they were let in.
    if (this.#open.size >= this.#parts.maxStreams) throw tooMany();
    const stream: Stream = { response, socket, token, query, revision: since, connected: false, busy: false, stuck: false };
    response.once('close', () => this.#open.delete(stream));
    socket.on('drain', () => this.#advance(stream));
    response.useChunkedEncodingByDefault = false; // The stream ends with the connection.
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' });
    response.flushHeaders();
    this.#open.add(stream);
    this.#advance(stream);
  }

  /** Tells everybody of what they lack. */
  advance(): Promise<void> {
    return this.#each((stream) => this.#advance(stream));
  }

  /** For when revisions begin to be counted anew: nobody has one of the new ones. */
  clear(): void {
    this.#epoch += 1;
    for (const stream of this.#open) stream.revision = undefined;
  }

  /** Says to everybody that the connection lives, and drops who has taken in nothing since the last time. */
  keepAlive(): Promise<void> {
    return this.#each((stream) => {
      const { socket } = stream;
      if (!socket.writableNeedDrain) socket.write(':\n\n');
      else if (stream.stuck) socket.destroy();
      stream.stuck = socket.writableNeedDrain;
    });
  }

  /** Ends those whose token is not good any more. */
  keepOnly(isGood: (token: TokenState) => boolean): void {
    for (const { response, token } of this.#open) if (!isGood(token)) response.end();
  }

  close(): void {
    for (const { response } of this.#open) response.end();
  }

  async #each(visit: (stream: Stream) => void): Promise<void> {
    for (const [index, stream] of [...this.#open].entries()) {
      if (!stream.response.writableEnded && !stream.response.destroyed) visit(stream);
      if (index % streamsAtOnce === streamsAtOnce - 1) await yieldToOthers();
    }
  }

  #advance(stream: Stream): void {
    if (!stream.busy && this.#lacks(stream)) void this.#pursue(stream);
  }

  async #pursue(stream: Stream): Promise<void> {
    stream.busy = true;
    try {
      while (this.#lacks(stream)) await this.#send(stream);
    } catch (error) {
      this.#reporter.warn('could not build an event for a stream', error);
      stream.response.destroy();
    }
    stream.busy = false;
  }

  /** Whether it can take in an event, and there is one for it. */
  #lacks({ response, socket, connected, revision, query }: Stream): boolean {
    if (socket.writableNeedDrain || response.writableEnded || response.destroyed) return false;
    return !connected || this.#parts.replica.view.scopeRevision(query.environment, query.projects) !== revision;
  }

  async #send(stream: Stream): Promise<void> {
    const { replica, bodies, history } = this.#parts;
    const { query, response, socket } = stream;
    const { view } = replica;
    const epoch = this.#epoch;
    const revision = view.scopeRevision(query.environment, query.projects);
    const type = stream.connected ? 'unleash-updated' : 'unleash-connected';
    const format = eventFormat(type, contentSince(history, query, stream.revision, revision));
    const event = await bodies.get(orderFor({ format, view, query, revision }, 'plain'));
    if (response.writableEnded || response.destroyed) return;
    socket.write(event);
    stream.connected = true;
    stream.revision = epoch === this.#epoch ? revision : undefined;
  }
}

const unchangedFormat: Format = { name: 'unchanged', write: async () => ['{"events":[]}'] };

const contentSince = (history: History, query: FeatureQuery, since: number | undefined, revision: number): Format =>
  since === revision ? unchangedFormat : formatSince(history, query, since);

/** JSON has no line breaks of its own, so that it is one line of data. */
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
