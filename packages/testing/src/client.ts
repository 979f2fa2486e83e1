import { type Principal, principalHeader } from '@signalbox/contracts';
import type { Agent } from 'undici';
import { request } from 'undici';
import { countHeaders } from './statements.ts';
import { sign } from './test-users.ts';

/** A response. `body` is parsed JSON, or else the text. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  // biome-ignore lint: tests assert on any content
  readonly body: any; // oxlint-disable-line typescript/no-explicit-any
}

/** Options of a call. */
export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent unchanged, instead of JSON. */
  readonly raw?: string | Buffer;
}

/** Calls one server as one user. */
export interface Client {
  get(path: string, options?: CallOptions): Promise<Answer>;
  post(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  put(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  patch(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  delete(path: string, options?: CallOptions): Promise<Answer>;
  /** Returns the bytes of a response as received, possibly compressed. */
  bytes(path: string, options?: CallOptions): Promise<{ readonly headers: Answer['headers']; readonly bytes: Buffer }>;
}

/** JSON lines are not JSON. */
const isJson = /^application\/(?:[\w.-]+\+)?json\b/;

/** A client that sends `headers` (or their resolved value) with every request. */
export function openClient(baseUrl: string, agent: Agent, headers: () => Promise<Record<string, string>> | Record<string, string>): Client {
  const call = async (method: string, path: string, body: unknown, options: CallOptions = {}): Promise<Answer> => {
    const payload = options.raw ?? (body === undefined ? null : JSON.stringify(body));
    const type: Record<string, string> = payload === null ? {} : { 'content-type': 'application/json' };
    const answer = await request(baseUrl + path, {
      method: method as 'GET',
      headers: { ...type, ...countHeaders(), ...(await headers()), ...options.headers },
      body: payload,
      dispatcher: agent,
    });
    const text = await answer.body.text();
    const json = isJson.test(String(answer.headers['content-type'])) && text !== '';
    return { status: answer.statusCode, headers: answer.headers, body: json ? JSON.parse(text) : text };
  };
  return {
    get: (path, options) => call('GET', path, undefined, options),
    post: (path, body, options) => call('POST', path, body, options),
    put: (path, body, options) => call('PUT', path, body, options),
    patch: (path, body, options) => call('PATCH', path, body, options),
    delete: (path, options) => call('DELETE', path, undefined, options),
    async bytes(path, options = {}) {
      const answer = await request(baseUrl + path, { headers: { ...(await headers()), ...options.headers }, dispatcher: agent });
      return { headers: answer.headers, bytes: Buffer.from(await answer.body.arrayBuffer()) };
    },
  };
}

/**
 * A client that calls a service directly as a principal, or anonymously for null. Like the gateway, it sends one signature for up to a
 * minute, until the principal changes.
 */
export function clientAs(baseUrl: string, agent: Agent, principal: Principal | null, now = () => new Date()): Client {
  if (!principal) return openClient(baseUrl, agent, () => ({}));
  let last = { of: '', signed: '' };
  return openClient(baseUrl, agent, async () => {
    const at = now();
    const of = `${Math.floor(at.getTime() / reuseMs)} ${JSON.stringify(principal)}`;
    if (last.of !== of) last = { of, signed: await sign(principal, at) };
    return { [principalHeader]: last.signed };
  });
}

const reuseMs = 60_000;
