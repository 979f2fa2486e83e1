import { randomUUID } from 'node:crypto';
import { requestPath } from '@signalbox/contracts/request-path';
import { pause } from '@signalbox/timing';
import { type ExitCode, exitCodes, Problem, unreachable } from '../base/problem.ts';
import { version } from '../base/version.ts';
import type { AnswerOf, OperationInput, OperationName } from './operations.ts';

/** Input of an operation, and further headers of its request. */
export type RequestOf<Name extends OperationName> = OperationInput<Name> & { readonly headers?: Readonly<Record<string, string>> };

/** A successful response. `revision` is that of the change, if it changed evaluation. */
interface Received<T> {
  readonly content: T;
  readonly revision: number | null;
}

/** A request without types, for operations that no command wraps. */
interface RawRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** A blob of a file is not read into memory. */
  readonly body?: string | Blob | undefined;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls one server with one token. Calls throw `Problem` unless the response is successful. */
export interface Api {
  readonly url: string;
  send<Name extends OperationName>(name: Name, request: RequestOf<Name>): Promise<Received<AnswerOf<Name>>>;
  /** Like `send`, but returns only the content. */
  ask<Name extends OperationName>(name: Name, request: RequestOf<Name>): Promise<AnswerOf<Name>>;
  raw(request: RawRequest): Promise<Response>;
}

interface ApiOptions {
  readonly url: string;
  readonly token: string | undefined;
  /** Finds the token again after a 401, because another process may have renewed the login. */
  readonly findAgain?: () => Promise<string | undefined>;
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
}

/** Opens the API of a server. Requests that the server cannot answer yet are repeated; a key makes repeated writes safe. */
export function openApi({ url: baseUrl, token: found, findAgain, fetch, signal }: ApiOptions): Api {
  const url = baseUrl.replace(/\/+$/, '');
  let token = found;
  const sendOnce = async (request: RawRequest): Promise<Response> => {
    const headers: Record<string, string> = {
      accept: 'application/json',
      'user-agent': `signalbox/${version}`,
      ...(token !== undefined && { authorization: token }),
      ...(request.body !== undefined && { 'content-type': request.contentType ?? 'application/json' }),
      ...(request.method !== 'GET' && token !== undefined && { 'idempotency-key': randomUUID() }),
      ...request.headers,
    };
    const once = () =>
      fetch(url + request.path, { method: request.method, headers, signal, ...(request.body !== undefined && { body: request.body }) });
    const response = await repeat(once, signal).catch((error: unknown) => {
      throw signal.aborted ? error : unreachable(url, error);
    });
    return response;
  };
  const raw = async (request: RawRequest): Promise<Response> => {
    let response = await sendOnce(request);
    const again = response.status === 401 ? await findAgain?.() : undefined;
    if (again !== undefined && again !== token) {
      token = again;
      response = await sendOnce(request);
    }
    if (!response.ok) throw await problemOf(response, `${request.method} ${request.path.split('?', 1)[0]}`);
    return response;
  };
  const send = async <Name extends OperationName>(name: Name, request: RequestOf<Name>): Promise<Received<AnswerOf<Name>>> => {
    const { path = {}, query = {}, body, headers = {} } = request as Loose;
    const [method = 'GET', template = '/'] = name.split(' ');
    const response = await raw({
      method,
      path: requestPath(template, path, query),
      ...(body instanceof Blob ? { body, contentType: body.type } : { body: body === undefined ? undefined : JSON.stringify(body) }),
      headers,
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return { content: (isJson && text !== '' ? JSON.parse(text) : undefined) as AnswerOf<Name>, revision: revisionOf(response) };
  };
  return { url, raw, send, ask: async (name, request) => (await send(name, request)).content };
}

interface Loose {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, Value | readonly Value[] | undefined>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type Value = string | number | boolean;

const revisionOf = (response: Response): number | null => Number(response.headers.get('x-revision')) || null;

const attempts = 4;
const defaultPauseSeconds = 1;
const maxPauseSeconds = 10;
/** Not caught up with the caller yet, too many requests, or not ready. */
const temporary: readonly number[] = [425, 429, 503];

async function repeat(once: () => Promise<Response>, signal: AbortSignal, attempt = 1): Promise<Response> {
  const response = await once();
  const seconds = Number(response.headers.get('retry-after')) || defaultPauseSeconds;
  if (attempt === attempts || !temporary.includes(response.status) || seconds > maxPauseSeconds) return response;
  await response.body?.cancel();
  await pause(seconds * 1000, signal);
  return repeat(once, signal, attempt + 1);
}

const codesByStatus: Readonly<Record<number, ExitCode>> = {
  401: exitCodes.notPermitted,
  403: exitCodes.notPermitted,
  409: exitCodes.conflict,
  412: exitCodes.conflict,
  502: exitCodes.unreachable,
  503: exitCodes.unreachable,
  504: exitCodes.unreachable,
};

/** The problem that a response describes. Further properties of its body become its details. */
async function problemOf(response: Response, request: string): Promise<Problem> {
  const text = await response.text();
  const exitCode = codesByStatus[response.status] ?? exitCodes.error;
  const body = bodyOf(text);
  if (body?.name === undefined)
    return new Problem('HttpError', `${request} failed with ${response.status}. ${text.slice(0, 200)}`.trim(), { exitCode });
  const { id: _, name, message = '', details = [], ...extra } = body;
  const advice = response.status === 401 ? ' Run signalbox login, or set SIGNALBOX_TOKEN.' : '';
  return new Problem(name, message + advice, { exitCode, details: Object.keys(extra).length > 0 ? [...details, extra] : details });
}

interface ErrorBody {
  readonly id?: string;
  readonly name?: string;
  readonly message?: string;
  readonly details?: readonly unknown[];
}

function bodyOf(text: string): ErrorBody | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}
