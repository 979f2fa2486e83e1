import { randomUUID } from 'node:crypto';
import { retry } from '@signalbox/timing';

/** A failed request. The message names the request, the status and the reason. */
export class RequestFailure extends Error {
  readonly status: number;

  constructor(request: string, status: number, reason: string) {
    super(`${request} failed with ${status}: ${reason}`);
    this.status = status;
  }
}

/** Calls one server with one token. Calls throw `RequestFailure` unless the response is successful. */
export interface Api {
  readonly url: string;
  /** Returns parsed JSON, or the text. */
  get<T>(path: string): Promise<T>;
  /** Like `get`, but returns undefined for 404. */
  find<T>(path: string): Promise<T | undefined>;
  post<T>(path: string, body: unknown): Promise<T>;
  /** Like `post`, for requests that are not idempotent. */
  create<T>(path: string, body: unknown): Promise<T>;
  put<T>(path: string, body: unknown): Promise<T>;
  delete(path: string): Promise<void>;
}

/** Sends requests. Sources that a person names in the console are fetched with a guard. */
export type Fetch = (url: string, options: { method: string; headers: Record<string, string>; body?: string }) => Promise<Response>;

const attempts = 6;
const pauseMs = 500;
/** Temporary: overloaded, starting, not yet caught up with the caller, or too many requests. */
const temporary: readonly number[] = [425, 429, 502, 503, 504];

/** Opens an API. Temporary failures are retried, because the requests of a migration are idempotent or have a key. */
export function openApi(baseUrl: string, token: string, fetchFrom: Fetch = fetch): Api {
  const url = baseUrl.replace(/\/+$/, '');
  const call = <T>(method: string, path: string, body?: unknown, key?: string): Promise<T> =>
    retry(() => request<T>({ method, url: url + path, token, body, key, fetchFrom }), {
      waitMs: (attempt) => pauseMs * attempt,
      again: (error, attempt) => attempt < attempts && error instanceof RequestFailure && temporary.includes(error.status),
    });
  return {
    url,
    get: (path) => call('GET', path),
    find: async (path) => call<never>('GET', path).catch(undefinedFor404),
    post: (path, body) => call('POST', path, body),
    create: (path, body) => call('POST', path, body, randomUUID()),
    put: (path, body) => call('PUT', path, body),
    delete: (path) => call('DELETE', path),
  };
}

function undefinedFor404(error: unknown): undefined {
  if (error instanceof RequestFailure && error.status === 404) return undefined;
  throw error;
}

interface Request {
  readonly method: string;
  readonly url: string;
  readonly token: string;
  readonly body: unknown;
  readonly key: string | undefined;
  readonly fetchFrom: Fetch;
}

async function request<T>({ method, url, token, body, key, fetchFrom }: Request): Promise<T> {
  const named = `${method} ${url.split('?')[0]}`;
  const headers = {
    authorization: token,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(key && { 'idempotency-key': key }),
  };
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetchFrom(url, { method, headers, ...content }).catch((error: unknown) => {
    if (isLate(error)) throw tooLate(named);
    // The cause of a failed connection is more precise than its message.
    throw new RequestFailure(named, 503, String((error as Error).cause ?? error));
  });
  const text = await response.text().catch((error: unknown) => {
    throw isLate(error) ? tooLate(named) : error;
  });
  if (!response.ok) throw new RequestFailure(named, response.status, reasonIn(text));
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/.test(response.headers.get('content-type') ?? '');
  return (isJson && text !== '' ? JSON.parse(text) : text) as T;
}

const isLate = (error: unknown): boolean => (error as Error).name === 'TimeoutError';

/** Not repeated, so that a source that responds too slowly ends the migration. */
const tooLate = (named: string): RequestFailure => new RequestFailure(named, 408, 'The response did not arrive within the time limit.');

/** The message and the details of a failure, or the start of the response. */
function reasonIn(text: string): string {
  try {
    const { message, details = [] } = JSON.parse(text) as { message?: string; details?: { message?: string; path?: string }[] };
    const sentences = [message, ...details.map((detail) => [detail.path, detail.message].filter(Boolean).join(' '))];
    return [...new Set(sentences)].filter(Boolean).join(' ');
  } catch {
    return text.slice(0, 200);
  }
}
