import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Failure, type Principal, principalKey } from '@signalbox/contracts';
import { hourMs, type OpenParts, yieldToOthers } from '@signalbox/kit';
import { readHead } from '../log/event.ts';
import { isVisible, notifiedText, readChangesBehind, type ReportedChange, reportedChange } from './change.ts';

/** A request for a stream. */
export interface Reader {
  readonly response: ServerResponse;
  readonly principal: Principal;
  /** The last event id that the client has; null if invalid, undefined if none. */
  readonly after: number | null | undefined;
  /** Without an event id, the stream starts with a resync if the reader can see an event of these last milliseconds. */
  readonly recentMs?: number | undefined;
}

type StreamStart = Pick<Reader, 'after' | 'recentMs'>;

interface Stream {
  readonly response: ServerResponse;
  readonly socket: Socket;
  readonly principal: Principal;
  /** The visible projects at the last check. */
  rights: string;
  /** Id of the last event sent; null until the stream has begun. */
  position: number | null;
  /** True if the socket buffer was full at the last heartbeat. */
  isStuck: boolean;
}

interface StreamsParts extends Pick<OpenParts, 'reader' | 'now' | 'warn'> {
  readonly access: Pick<OpenParts['access'], 'allows' | 'sees' | 'visibleTo' | 'version'>;
  readonly maxStreams: number;
}

const maxStreamsOfUser = 8;
/** Clients further behind receive a resync, which is less expensive. */
const maxBehind = 1000;
const changesPerPage = 200;
/** Maximum number of recent events that a starting stream reads. */
const maxRecent = 200;
const streamsAtOnce = 100;
/** Delay before clients reconnect after their stream has ended. */
const reconnectAfterMs = 2000;
const pauseMs = 2000;

/**
 * All open change streams of this process. It polls the log, so it sees events stored by any process, and reads each only
 * once for all streams. A slow reader receives nothing until its socket buffer is empty; one that falls too far behind
 * receives a resync. Nothing accumulates in memory.
 */
export class ChangeStreams {
  readonly #parts: StreamsParts;
  readonly #open = new Set<Stream>();
  /** The last events that were read, without gaps. */
  #recent: ReportedChange[] = [];
  /** Id of the last event read; null while no stream is open. */
  #head: number | null = null;
  #isReading = false;
  #pausedUntil = 0;
  #accessVersion = -1;

  constructor(parts: StreamsParts) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Throws 429 beyond the limit per user or per process. */
  async open({ response, principal, ...start }: Reader): Promise<void> {
    const { socket } = response;
    if (!socket) return; // the client disconnected while the request was authorized
    this.#refuseTooMany(principal);
    const stream: Stream = { response, socket, principal, rights: this.#rightsOf(principal), position: null, isStuck: false };
    this.#open.add(stream);
    response.once('close', () => this.#open.delete(stream));
    try {
      await this.#begin(stream, start);
    } catch (error) {
      this.#open.delete(stream);
      throw error;
    }
  }

  /** Reads new events and sends each stream its visible ones. Never rejects: pauses while the database is down. */
  async advance(): Promise<void> {
    if (this.#open.size === 0) this.#forget();
    const now = this.#parts.now().getTime();
    if (this.#head === null || this.#isReading || now < this.#pausedUntil) return;
    this.#isReading = true;
    try {
      await this.#read();
    } catch (error) {
      if (this.#pausedUntil === 0) this.#parts.warn('could not read the event log for change streams, retrying', error);
      this.#pausedUntil = now + pauseMs;
    }
    this.#isReading = false;
  }

  /** Sends a resync to streams whose user can now see other projects. */
  async noteRights(): Promise<void> {
    const { access } = this.#parts;
    if (access.version === this.#accessVersion) return;
    this.#accessVersion = access.version;
    await this.#each((stream) => {
      const rights = this.#rightsOf(stream.principal);
      if (rights !== stream.rights && stream.position !== null) this.#sendResync(stream);
      stream.rights = rights;
    });
  }

  /** Reports changed notifications to streams of the users. */
  notify(users: ReadonlySet<number>): Promise<void> {
    return this.#each((stream) => {
      const { socket, principal, position } = stream;
      if (position === null || principal.id === null || !users.has(principal.id)) return;
      if (socket.writableNeedDrain)
        stream.position = -1; // receives a resync once the buffer is empty
      else socket.write(notifiedText(position));
    });
  }

  /** Sends a heartbeat with the current id to each stream, and closes streams that have read nothing since the last one. */
  keepAlive(): Promise<void> {
    return this.#each((stream) => {
      const { socket, position } = stream;
      if (!socket.writableNeedDrain) socket.write(position === null ? ':\n\n' : `id: ${position}\n\n`);
      else if (stream.isStuck) socket.destroy();
      stream.isStuck = socket.writableNeedDrain;
    });
  }

  close(): void {
    for (const { response } of this.#open) response.end();
  }

  #refuseTooMany(principal: Principal): void {
    const key = principalKey(principal);
    const own = [...this.#open].filter((stream) => principalKey(stream.principal) === key);
    if (own.length >= maxStreamsOfUser) throw tooMany(`You already have ${maxStreamsOfUser} open change streams.`);
    if (this.#open.size >= this.#parts.maxStreams) throw tooMany('This process has reached its limit of open change streams.');
  }

  /** Continues after the client's last event unless it is too far behind, otherwise starts at the end of the log. */
  async #begin(stream: Stream, { after, recentMs = 0 }: StreamStart): Promise<void> {
    const em = this.#parts.reader();
    const head = (await readHead(em)).id;
    const isBehind = after === undefined && (await this.#hasRecent(stream.principal, recentMs, head));
    const missed = isBehind ? null : await this.#missed(after, head);
    if (stream.response.destroyed || stream.response.writableEnded) return;
    this.#head ??= head;
    beginAnswer(stream.response);
    stream.socket.on('drain', () => this.#sendMissing(stream));
    stream.socket.write(`retry: ${reconnectAfterMs}\nid: ${after ?? head}\n\n`);
    if (missed) this.#send(stream, missed, missed.at(-1)?.id ?? after ?? head);
    else this.#sendResync(stream, head);
    this.#sendMissing(stream);
  }

  /** Whether the principal can see an event of the last milliseconds, or there are too many to tell. */
  async #hasRecent(principal: Principal, ms: number, head: number): Promise<boolean> {
    if (ms === 0) return false;
    const since = this.#parts.now().getTime() - ms;
    const rows = await readChangesBehind(this.#parts.reader(), Math.max(head - maxRecent, 0), maxRecent);
    const recent = rows.map(reportedChange).filter(({ createdAt }) => createdAt >= since);
    return recent.length === maxRecent || recent.some((change) => isVisible(change, principal, this.#parts.access));
  }

  /** The events after `after`; null if they are too many or too old, or if the id is invalid. */
  async #missed(after: number | null | undefined, head: number): Promise<readonly ReportedChange[] | null> {
    if (after === undefined) return [];
    if (after === null || after > head || head - after > maxBehind) return null;
    const rows = await readChangesBehind(this.#parts.reader(), after, maxBehind);
    const missed = rows.map(reportedChange);
    const isLongAgo = missed[0] && this.#parts.now().getTime() - missed[0].createdAt > hourMs;
    return isLongAgo ? null : missed;
  }

  async #read(): Promise<void> {
    for (let isMore = true; isMore; ) {
      const rows = await readChangesBehind(this.#parts.reader(), this.#head ?? 0, changesPerPage);
      this.#pausedUntil = 0;
      isMore = rows.length === changesPerPage;
      if (rows.length === 0 || this.#head === null) return;
      this.#recent = [...this.#recent, ...rows.map(reportedChange)].slice(-maxBehind);
      this.#head = this.#recent.at(-1)?.id ?? this.#head;
      await this.#each((stream) => this.#sendMissing(stream));
    }
  }

  #forget(): void {
    this.#head = null;
    this.#recent = [];
  }

  /** Sends the missing events if the socket accepts data. */
  #sendMissing(stream: Stream): void {
    const { socket, response, position } = stream;
    if (position === null || this.#head === null || position >= this.#head) return;
    if (socket.writableNeedDrain || response.writableEnded || response.destroyed) return;
    const from = this.#recent.findLastIndex(({ id }) => id <= position) + 1;
    const hasAll = from > 0 || (this.#recent[0]?.id ?? Number.POSITIVE_INFINITY) === position + 1;
    if (hasAll) this.#send(stream, this.#recent.slice(from), this.#head);
    else this.#sendResync(stream);
  }

  #send(stream: Stream, changes: readonly ReportedChange[], position: number): void {
    const visible = changes.filter((change) => isVisible(change, stream.principal, this.#parts.access));
    stream.position = position;
    if (visible.length > 0) stream.socket.write(visible.map(({ text }) => text).join(''));
  }

  #sendResync(stream: Stream, position = this.#head ?? 0): void {
    stream.position = position;
    stream.socket.write(`event: resync\nid: ${position}\ndata: {}\n\n`);
  }

  /** A short form of the projects that the principal can see. */
  #rightsOf(principal: Principal): string {
    const { access } = this.#parts;
    const visible = access.visibleTo(principal);
    const projects = visible === 'all' ? visible : hash('sha1', visible.toSorted().join('\n'));
    return `${access.allows(principal, ['ADMIN'])} ${projects}`;
  }

  async #each(visit: (stream: Stream) => void): Promise<void> {
    for (const [index, stream] of [...this.#open].entries()) {
      if (!stream.response.writableEnded && !stream.response.destroyed) visit(stream);
      if (index % streamsAtOnce === streamsAtOnce - 1) await yieldToOthers();
    }
  }
}

/** Bypasses the response object: the stream ends with its connection. */
function beginAnswer(response: ServerResponse): void {
  response.useChunkedEncodingByDefault = false;
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'private, no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  response.flushHeaders();
}

const tooMany = (sentence: string) => new Failure('RateLimitError', `${sentence} Poll instead.`, { retryAfterSeconds: 30 });
