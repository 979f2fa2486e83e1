import { minuteMs } from '@signalbox/kit';
import { compositeKey } from '@signalbox/table';
import { LRUCache } from 'lru-cache';
import { deflateChunk, joinGzip } from './gzip-member.ts';
import { idleFor } from './idle-for.ts';
import { type Joined, Assembler } from './assembler.ts';
import type { Fragment } from './run.ts';

/** Which answer is wanted. */
export interface Order {
  /** What is asked for, whatever the revision. */
  readonly key: string;
  /** That of the scope: equal ones mean equal content. */
  readonly revision: number;
  readonly encoding: BodyEncoding;
  readonly write: () => Promise<readonly Fragment[]>;
}

export type BodyEncoding = 'plain' | 'gzip';

interface Cached extends Joined {
  readonly revision: number;
}

const maxBytes = 64 * 1024 * 1024;

/**
 * Answers ready to be sent, one per key and encoding: made at the first request, which all others for the same wait for. A
 * later revision takes the place of an earlier one and makes anew what the change touched. Bounded in bytes, and dropped when
 * nobody has asked for a minute.
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
      // A body is about as large as its pieces.
      sizeCalculation: ({ bytes }, key) => 2 * bytes.length + key.length + 1,
      ...idleFor(minuteMs, now),
    });
  }

  get(order: Order): Buffer | Promise<Buffer> {
    const key = compositeKey(order.encoding, order.key);
    const cached = this.#cache.get(key);
    return cached?.revision === order.revision ? cached.bytes : this.#makeOnce(key, order);
  }

  /** How many bytes are cached. */
  get size(): number {
    return this.#cache.calculatedSize;
  }

  /** Lets go of what nobody has asked for in a minute. */
  dropIdle(): void {
    this.#cache.purgeStale();
  }

  /** For when revisions begin to be counted anew and the same number may mean something else. */
  clear(): void {
    this.#cache.clear();
    this.#making.clear();
  }

  #makeOnce(key: string, order: Order): Promise<Buffer> {
    const name = compositeKey(order.revision, key);
    const making = this.#making.get(name) ?? this.#make(name, key, order);
    return making.then(({ bytes }) => bytes);
  }

  #make(name: string, key: string, { revision, encoding, write }: Order): Promise<Joined> {
    const making = write().then((fragments) => this.#assemblers[encoding].join(fragments));
    this.#making.set(name, making);
    const end = (joined?: Joined) => {
      if (this.#making.get(name) !== making) return; // Cleared meanwhile.
      this.#making.delete(name);
      if (joined && revision >= (this.#cache.peek(key)?.revision ?? 0)) this.#cache.set(key, { ...joined, revision });
    };
    making.then(end, () => end());
    return making;
  }
}
