import type { Agent, ClientRequest, IncomingMessage, request } from 'node:http';
import type { AgentOptions } from 'node:https';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { decodeText } from '@signalbox/contracts/decode-text';

/** Connection to the upstream. */
export interface UpstreamOptions {
  /** Without a trailing slash. */
  readonly url: string;
  /** Headers of every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Header with the token. */
  readonly tokenHeader: string;
  readonly timeoutMs: number;
  readonly tls: Pick<AgentOptions, 'ca' | 'cert' | 'key' | 'pfx' | 'passphrase' | 'rejectUnauthorized'>;
}

export interface UpstreamRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Absent for routes without authentication. */
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: string;
  readonly stop?: AbortSignal | undefined;
}

export interface UpstreamResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** Node's client for `http:` or `https:`. */
interface Transport {
  readonly Agent: new (options: AgentOptions) => Agent;
  readonly request: typeof request;
}

const maxConnections = 16;
const maxResponseBytes = 100_000_000;

/** HTTP client of the upstream. Every request has a timeout, and every response a maximum size. */
export class Upstream {
  readonly #options: UpstreamOptions;
  readonly #transport: Transport;
  readonly #agent: Agent;

  private constructor(options: UpstreamOptions, transport: Transport) {
    this.#options = options;
    this.#transport = transport;
    this.#agent = new transport.Agent({ ...options.tls, keepAlive: true, maxSockets: maxConnections });
  }

  /** TLS takes 6 MB, so it is only loaded for `https:`. */
  static async open(options: UpstreamOptions): Promise<Upstream> {
    return new Upstream(options, await (options.url.startsWith('https:') ? import('node:https') : import('node:http')));
  }

  /** Sends a request and reads the response completely. Rejects after the timeout, or if the response is too large. */
  async send(order: UpstreamRequest): Promise<UpstreamResponse> {
    const signal = anyOf(AbortSignal.timeout(this.#options.timeoutMs), order.stop);
    const response = await this.#open(order, signal, this.#agent);
    return { status: response.statusCode ?? 0, headers: response.headers, text: await readText(decoded(response)) };
  }

  /**
   * Opens an event stream on a connection of its own. The timeout covers the time until the headers arrive. The body of a refusal is
   * discarded.
   */
  async stream(order: UpstreamRequest): Promise<{ readonly status: number; readonly body: Readable }> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error('The upstream did not open the stream in time.')), this.#options.timeoutMs);
    const ownAgent = new this.#transport.Agent(this.#options.tls);
    try {
      const response = await this.#open(order, anyOf(late.signal, order.stop), ownAgent);
      const status = response.statusCode ?? 0;
      if (status !== 200) response.destroy();
      return { status, body: decoded(response) };
    } finally {
      clearTimeout(timer);
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  #open({ method, path, token, headers = {}, body }: UpstreamRequest, signal: AbortSignal, agent: Agent): Promise<IncomingMessage> {
    const { url, headers: common, tokenHeader } = this.#options;
    const all = {
      accept: 'application/json',
      'accept-encoding': 'gzip',
      ...common,
      ...(token !== undefined && { [tokenHeader]: token }),
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      ...headers,
    };
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const sent: ClientRequest = this.#transport.request(new URL(url + path), { method, agent, headers: all, signal });
    sent.once('response', resolve);
    sent.once('error', reject);
    sent.end(body);
    return promise;
  }
}

const anyOf = (one: AbortSignal, other: AbortSignal | undefined): AbortSignal => (other ? AbortSignal.any([one, other]) : one);

/** The body without its content coding. Errors of the connection end the decoder too. */
function decoded(response: IncomingMessage): Readable {
  if (response.headers['content-encoding'] !== 'gzip') return response;
  const decoder = createGunzip();
  response.once('error', (error) => decoder.destroy(error));
  response.once('close', () => !response.complete && decoder.destroy(new Error('The upstream closed the connection.')));
  return response.pipe(decoder);
}

async function readText(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxResponseBytes) throw new Error(`The response of the upstream exceeds ${maxResponseBytes} bytes.`);
    chunks.push(chunk);
  }
  return decodeText(Buffer.concat(chunks));
}
