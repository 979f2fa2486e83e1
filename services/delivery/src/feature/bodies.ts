import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { View } from '@signalbox/replica';
import { LRUCache } from 'lru-cache';
import type { Scope } from './scope.ts';
import type { Form } from './write-features.ts';

export type Encoding = 'identity' | 'gzip' | 'br';

/** Which answer is wanted. */
export interface Order {
  readonly form: Form;
  readonly view: View;
  readonly scope: Scope;
  readonly revision: number;
  readonly encoding: Encoding;
}

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);
const brotliQuality = 4;
const mostBytes = 64 * 1024 * 1024;

/**
 * Answers ready to be sent, one per form, scope, revision and encoding: built at the first request, which all others for the
 * same wait for, and bounded in bytes.
 */
export class Bodies {
  readonly #held = new LRUCache<string, Buffer, Order>({
    maxSize: mostBytes,
    sizeCalculation: (body, key) => body.length + key.length + 1,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _old, { context }) => this.#build(context),
  });

  async get(order: Order): Promise<Buffer> {
    const key = `${order.form.name}\n${order.revision}\n${order.encoding}\n${order.scope.key}`;
    return (await this.#held.fetch(key, { context: order })) ?? this.#build(order);
  }

  /** For when revisions begin to be counted anew and the same number may mean something else. */
  clear(): void {
    this.#held.clear();
  }

  async #build(order: Order): Promise<Buffer> {
    const { form, view, scope, revision, encoding } = order;
    if (encoding === 'identity') return form.write(view, scope, revision);
    const plain = await this.get({ ...order, encoding: 'identity' });
    if (encoding === 'gzip') return compressGzip(plain);
    return compressBrotli(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    });
  }
}

/** The smallest form that the header allows. */
export function encodingFor(acceptEncoding: string | undefined): Encoding {
  const accepted = new Map((acceptEncoding ?? '').toLowerCase().split(',').map(readCoding));
  const takes = (name: string) => (accepted.get(name) ?? accepted.get('*') ?? 0) > 0;
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
}

function readCoding(text: string): [name: string, quality: number] {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  return [name, quality === undefined ? 1 : Number(quality.slice(2))];
}
