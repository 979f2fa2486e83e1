import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Failure, type Principal, principalKey } from '@signalbox/contracts';
import { hourMs, type OpenParts, yieldToOthers } from '@signalbox/kit';
import { readHead } from '../log/event.ts';
import { isVisible, readChangesBehind, type ReportedChange, reportedChange } from './change.ts';

/** What opens a stream. */
export interface Reader {
  readonly response: ServerResponse;
  readonly principal: Principal;
  /** The last event that it has, null for one that nobody knows; undefined for none. */
  readonly after: number | null | undefined;
}

interface Stream {
  readonly response: ServerResponse;
  readonly socket: Socket;
  readonly principal: Principal;
  /** What it may see, as of the last look. */
  rights: string;
  /** Up to here it was told; null while it begins. */
  position: number | null;
  /** It had taken in nothing of what was sent at the last sign of life. */
  isStuck: boolean;
}

interface StreamsParts extends Pick<OpenParts, 'reader' | 'now' | 'warn'> {
  readonly access: Pick<OpenParts['access'], 'allows' | 'sees' | 'visibleTo' | 'version'>;
  readonly maxStreams: number;
}

const maxStreamsOfUser = 8;
/** Whoever is further behind is told to look at everything again, which costs less. */
const maxBehind = 1000;
const changesPerPage = 200;
const streamsAtOnce = 100;
/** What readers wait before they come back, when their stream has ended. */
const comeBackAfterMs = 2000;
const restMs = 2000;

/**
 * All open streams of changes of this process. It follows the log itself, so it hears of every event whichever process took it in, and
 * reads it once for all streams. Who reads slowly is sent nothing before the last has left; who falls too far behind is told to
 * look at everything again: nothing piles up.
 */
export class ChangeStreams {
  readonly #parts: StreamsParts;
  readonly #open = new Set<Stream>();
  /** The last events that were read, without gaps. */
  #recent: ReportedChange[] = [];
  /** Up to here the log was read; null while nobody listens. */
  #head: number | null = null;
  #isReading = false;
  #restsUntil = 0;
  #accessVersion = -1;

  constructor(parts: StreamsParts) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Throws 429 for one too many, of its user or in all. */
  async open({ response, principal, after }: Reader): Promise<void> {
    const { socket } = response;
    if (!socket) return; // They left while they were let in.
    this.#refuseTooMany(principal);
    const stream: Stream = { response, socket, principal, rights: this.#rightsOf(principal), position: null, isStuck: false };
    this.#open.add(stream);
    response.once('close', () => this.#open.delete(stream));
    try {
      await this.#begin(stream, after);
    } catch (error) {
      this.#open.delete(stream);
      throw error;
    }
  }

  /** Reads what the log has more, and tells everybody of what is theirs. Never rejects: it rests while the database is away. */
  async advance(): Promise<void> {
    if (this.#open.size === 0) this.#forget();
    const now = this.#parts.now().getTime();
    if (this.#head === null || this.#isReading || now < this.#restsUntil) return;
    this.#isReading = true;
    try {
      await this.#read();
    } catch (error) {
      if (this.#restsUntil === 0) this.#parts.warn('could not read the event log for change streams, retrying', error);
      this.#restsUntil = now + restMs;
    }
    this.#isReading = false;
  }

  /** Has whoever may see something else than before look at everything again. */
  async noteRights(): Promise<void> {
    const { access } = this.#parts;
    if (access.version === this.#accessVersion) return;
    this.#accessVersion = access.version;
    await this.#each((stream) => {
      const rights = this.#rightsOf(stream.principal);
      if (rights !== stream.rights && stream.position !== null) this.#tellToLookAgain(stream);
      stream.rights = rights;
    });
  }

  /** Says to everybody that the connection lives, and from where to go on; drops who has taken in nothing since the last time. */
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

  /** From the event that it has, where it is not too far behind; else from here on. */
  async #begin(stream: Stream, after: number | null | undefined): Promise<void> {
    const em = this.#parts.reader();
    const head = (await readHead(em)).id;
    const missed = await this.#missed(after, head);
    if (stream.response.destroyed || stream.response.writableEnded) return;
    this.#head ??= head;
    beginAnswer(stream.response);
    stream.socket.on('drain', () => this.#tell(stream));
    stream.socket.write(`retry: ${comeBackAfterMs}\nid: ${after ?? head}\n\n`);
    if (missed) this.#send(stream, missed, missed.at(-1)?.id ?? after ?? head);
    else this.#tellToLookAgain(stream, head);
    this.#tell(stream);
  }

  /** What somebody missed who has `after`; null where that is too much, too long ago, or where nobody knows. */
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
      this.#restsUntil = 0;
      isMore = rows.length === changesPerPage;
      if (rows.length === 0 || this.#head === null) return;
      this.#recent = [...this.#recent, ...rows.map(reportedChange)].slice(-maxBehind);
      this.#head = this.#recent.at(-1)?.id ?? this.#head;
      await this.#each((stream) => this.#tell(stream));
    }
  }

  #forget(): void {
    this.#head = null;
    this.#recent = [];
  }

  /** Sends what it lacks, if it can take something in. */
  #tell(stream: Stream): void {
    const { socket, response, position } = stream;
    if (position === null || this.#head === null || position >= this.#head) return;
    if (socket.writableNeedDrain || response.writableEnded || response.destroyed) return;
    const from = this.#recent.findLastIndex(({ id }) => id <= position) + 1;
    const hasAll = from > 0 || (this.#recent[0]?.id ?? Number.POSITIVE_INFINITY) === position + 1;
    if (hasAll) this.#send(stream, this.#recent.slice(from), this.#head);
    else this.#tellToLookAgain(stream);
  }

  #send(stream: Stream, changes: readonly ReportedChange[], position: number): void {
    const visible = changes.filter((change) => isVisible(change, stream.principal, this.#parts.access));
    stream.position = position;
    if (visible.length > 0) stream.socket.write(visible.map(({ text }) => text).join(''));
  }

  #tellToLookAgain(stream: Stream, position = this.#head ?? 0): void {
    stream.position = position;
    stream.socket.write(`event: resync\nid: ${position}\ndata: {}\n\n`);
  }

  /** The projects that somebody may see, in short. */
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

/** The stream ends with its connection, and is written past the response. */
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
