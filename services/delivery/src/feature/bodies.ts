import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { compositeKey, type Encoding } from '@signalbox/kit';
import type { View } from '@signalbox/replica';
import { LRUCache } from 'lru-cache';
import type { FeatureQuery } from './feature-query.ts';
import type { Format } from './write-features.ts';

/** Which answer is wanted. */
export interface Order {
  readonly format: Format;
  readonly view: View;
  readonly query: FeatureQuery;
  readonly revision: number;
  readonly encoding: Encoding;
}

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);
const brotliQuality = 4;
const maxBytes = 64 * 1024 * 1024;

/**
 * Answers ready to be sent, one per format, query, revision and encoding: built at the first request, which all others for the
 * same wait for, and bounded in bytes.
 */
export class Bodies {
  readonly #cache = new LRUCache<string, Buffer, Order>({
    maxSize: maxBytes,
    sizeCalculation: (body, key) => body.length + key.length + 1,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _old, { context }) => this.#build(context),
  });

  async get(order: Order): Promise<Buffer> {
    const key = compositeKey(order.format.name, order.revision, order.encoding, order.query.key);
    return (await this.#cache.fetch(key, { context: order })) ?? this.#build(order);
  }

  /** For when revisions begin to be counted anew and the same number may mean something else. */
  clear(): void {
    this.#cache.clear();
  }

  async #build(order: Order): Promise<Buffer> {
    const { format, view, query, revision, encoding } = order;
    if (encoding === 'plain') return format.write(view, query, revision);
    const plain = await this.get({ ...order, encoding: 'plain' });
    if (encoding === 'gzip') return compressGzip(plain);
    return compressBrotli(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    });
  }
}
