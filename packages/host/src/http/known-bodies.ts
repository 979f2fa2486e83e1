import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Writable } from 'node:stream';
import { hashSecret } from '@signalbox/contracts';
import { LRUCache } from 'lru-cache';

type Headers = Readonly<Record<string, string | string[]>>;

/** A response that a service has sent before. */
export interface KnownBody {
  readonly etag: string;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** A request whose body may be known. */
export interface Lookup {
  readonly known: KnownBody | undefined;
  /** Key of the body, or undefined if the request was not seen before. */
  readonly key: string | undefined;
  readonly request: string;
}

/** Smaller bodies are always forwarded. */
const minBytes = 16 * 1024;
const maxBytes = 16 * 1024 * 1024;
const maxTotalBytes = 32 * 1024 * 1024;
/** A service whose revisions restart, such as after a restore, may use the ETag of an unused body again. */
const maxIdleMs = 60_000;
const maxRequestCharacters = 2 * 1024 * 1024;

/**
 * Bodies of SDK reads, so that a service sends an unchanged one only once. A body is sent again only if the service confirms its ETag for
 * the request at hand, so the service still authorizes each request. Requests are the same if URL, credential and the headers in `Vary` are.
 * A body is cached from the second request on, because most contexts of evaluations come once.
 */
export class KnownBodies {
  /** Names in `Vary`, by request. */
  readonly #varying = new LRUCache<string, readonly string[]>({
    maxSize: maxRequestCharacters,
    sizeCalculation: (_names, request) => request.length + 1,
  });
  readonly #bodies = new LRUCache<string, KnownBody>({
    maxSize: maxTotalBytes,
    sizeCalculation: ({ body }, key) => body.length + key.length,
    ttl: maxIdleMs,
    updateAgeOnGet: true,
  });
  /** Keys of the bodies that are being copied. */
  readonly #copying = new Set<string>();
  /** Numbers of clients that receive a body from memory, by body. */
  readonly #receivers = new Map<object, number>();
  #reservedBytes = 0;

  /** Returns undefined for requests whose bodies are never cached. */
  find({ method, url = '', headers }: IncomingMessage): Lookup | undefined {
    if (method !== 'GET' || headers.authorization === undefined) return undefined;
    const request = JSON.stringify([url, hashSecret(headers.authorization)]);
    const names = this.#varying.get(request);
    if (!names) return { known: undefined, key: undefined, request };
    const key = JSON.stringify([request, ...names.map((name) => headers[name])]);
    return { known: this.#bodies.get(key), key, request };
  }

  /** Returns the target of a response, which copies the body to the cache if it was requested before. */
  keep({ key, request }: Lookup, headers: Headers, target: Writable): Writable {
    const { etag } = headers;
    const length = Number(headers['content-length'] ?? 0);
    const isStrong = typeof etag === 'string' && !etag.startsWith('W/');
    if (!isStrong || headers['set-cookie'] !== undefined || headers['vary'] === '*' || length < minBytes || length > maxBytes)
      return target;
    if (key === undefined) {
      this.#varying.set(request, namesIn(headers['vary']));
      return target;
    }
    // One copy is enough, however many requests for the same body arrive at once.
    if (this.#copying.has(key) || !this.#reserve({}, length, target)) return target;
    this.#copying.add(key);
    const taken = (body: Buffer) => {
      if (body.length === length) this.#bodies.set(key, { etag, headers, body });
    };
    return copyTo(target, taken, () => this.#copying.delete(key));
  }

  /**
   * Ends the response with a known body. Returns the target of the confirmation, which releases its connection at once: the client may take
   * long to receive the body.
   */
  send({ body }: KnownBody, response: Writable): Writable {
    if (this.#reserve(body, body.length, response)) {
      response.end(body);
      return new Writable();
    }
    response.write(body);
    return response;
  }

  /** Reserves memory until the client has received the body or left. False above the limit: the connection must then wait for the client. */
  #reserve(body: object, bytes: number, target: Writable): boolean {
    const receivers = this.#receivers.get(body) ?? 0;
    if (receivers === 0 && this.#reservedBytes + bytes > maxTotalBytes) return false;
    if (receivers === 0) this.#reservedBytes += bytes;
    this.#receivers.set(body, receivers + 1);
    target.once('close', () => {
      const others = (this.#receivers.get(body) ?? 1) - 1;
      this.#receivers.set(body, others);
      if (others > 0) return;
      this.#receivers.delete(body);
      this.#reservedBytes -= bytes;
    });
    return true;
  }
}

const namesIn = (vary: Headers[string] | undefined): string[] =>
  [vary ?? []]
    .flat()
    .flatMap((names) => names.split(','))
    .map((name) => name.trim().toLowerCase());

/** Copies at the speed of the service, so that a slow client delays neither the copy nor the connection. */
function copyTo(target: Writable, taken: (body: Buffer) => void, ended: () => void): Writable {
  const chunks: Buffer[] = [];
  return new Writable({
    write(chunk: Buffer, _encoding, next) {
      chunks.push(chunk);
      target.write(chunk);
      next();
    },
    final(next) {
      taken(Buffer.concat(chunks));
      target.end();
      next();
    },
    destroy(error, next) {
      ended();
      if (error) target.destroy(error);
      next(error);
    },
  });
}

/** `If-None-Match` with the ETag of a known body added. */
export const withEtag = ({ 'if-none-match': given }: IncomingHttpHeaders, { etag }: KnownBody): string =>
  given === undefined ? etag : `${given}, ${etag}`;
