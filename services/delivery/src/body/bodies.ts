import { minuteMs } from '@signalbox/kit';
import { compositeKey } from '@signalbox/table';
import { LRUCache } from 'lru-cache';
import { deflateChunk, joinGzip } from './gzip-member.ts';
import { idleFor } from './idle-for.ts';
import { type Joined, Assembler } from './assembler.ts';
import type { Fragment } from './run.ts';

export interface BodyRequest {
  /** Identifies the content, regardless of the revision. */
  readonly key: string;
  /** Revision of the scope: equal revisions have equal content. */
  readonly revision: number;
  readonly encoding: BodyEncoding;
  readonly write: () => Promise<readonly Fragment[]>;
}

type BodyEncoding = 'plain' | 'gzip';

interface Cached extends Joined {
  readonly revision: number;
}

const maxBytes = 64 * 1024 * 1024;

/**
 * Caches complete bodies, one per key and encoding. The first request creates a body, and concurrent ones wait for it. A
 * later revision replaces an earlier one and recreates only changed runs. Limited by size; unused bodies are dropped after a
 * minute.
 */
export class Bodies {
  readonly #assemblers = {
    plain: new Assembler<Buffer>({ pack: (text) => Buffer.from(text), join: (chunks) => Buffer.concat(chunks) }),
    gzip: new Assembler({ pack: deflateChunk, join: joinGzip }),
  };
  readonly #cache: LRUCache<string, Cached>;
  readonly #making = new Map<string, Promise<Joined>>();

  constructor(now: () => Date) {
    this.#cache = new LRUCache({
      maxSize: maxBytes,
      // The chunks of a body are about as large as the body.
      sizeCalculation: ({ bytes }, key) => 2 * bytes.length + key.length + 1,
      ...idleFor(minuteMs, now),
    });
  }

  get(request: BodyRequest): Buffer | Promise<Buffer> {
    const key = compositeKey(request.encoding, request.key);
    const cached = this.#cache.get(key);
    return cached?.revision === request.revision ? cached.bytes : this.#makeOnce(key, request);
  }

  /** Size of the cache in bytes. */
  get size(): number {
    return this.#cache.calculatedSize;
  }

  /** Drops bodies that nobody has requested for a minute. */
  dropIdle(): void {
    this.#cache.purgeStale();
  }

  /** Drops everything. Called when revisions restart, because the same number may stand for other content then. */
  clear(): void {
    this.#cache.clear();
    this.#making.clear();
  }

  #makeOnce(key: string, request: BodyRequest): Promise<Buffer> {
    const name = compositeKey(request.revision, key);
    const making = this.#making.get(name) ?? this.#make(name, key, request);
    return making.then(({ bytes }) => bytes);
  }

  #make(name: string, key: string, { revision, encoding, write }: BodyRequest): Promise<Joined> {
    const making = write().then((fragments) => this.#assemblers[encoding].join(fragments));
    this.#making.set(name, making);
    const end = (joined?: Joined) => {
      if (this.#making.get(name) !== making) return; // cleared in the meantime
      this.#making.delete(name);
      if (joined && revision >= (this.#cache.peek(key)?.revision ?? 0)) this.#cache.set(key, { ...joined, revision });
    };
    making.then(end, () => end());
    return making;
  }
}
