import { keepPreviousData, QueryClient, type UseQueryResult, useQuery } from '@tanstack/preact-query';
import { signal } from '@preact/signals';
import { requestPath } from '@signalbox/contracts/request-path';
import type { AnswerOf, OperationInput, OperationName } from './operations.ts';
import { offline, Refused } from './refusal.ts';

export type * from './operations.ts';

/** Input of an operation, and the headers of its request. */
export type InputOf<Name extends OperationName> = OperationInput<Name> & {
  readonly ifMatch?: string;
  readonly minRevision?: number | null;
  readonly reason?: string;
  readonly signal?: AbortSignal;
};

/** The highest revision seen in any response. */
export const revision = signal<number | null>(null);

/** The revision of the last change made in this tab. */
export const ownRevision = signal<number | null>(null);

/** Whether the last response reported that the session has ended. */
export const isLoggedOut = signal(false);

/** Whether the browser is offline, or the last request failed to reach the server. */
export const isOffline = signal(false);

/** Lets the user overcome a refusal. Resolves to additional input for a second request, or to null if the user cancelled. */
type Overcome = (refusal: Refused) => Promise<{ readonly reason?: string } | null>;

let overcome: Overcome = () => Promise.resolve(null);

/** Sets the function that lets the user overcome a refusal. */
export const overcomeBy = (way: Overcome): void => {
  overcome = way;
};

/** The user can reauthenticate, or give a reason for withholding a feature from applications. */
const mayOvercome = ({ kind, body }: Refused): boolean => kind === 'StepUpRequired' || 'applications' in body;

/** Sends a request. Throws `Refused`. */
export const ask = async <Name extends OperationName>(name: Name, input: InputOf<Name>): Promise<AnswerOf<Name>> =>
  (await askWithVersion(name, input)).answer;

/** The response, its version for `ifMatch` (empty if the route has none), and its revision, if any. */
interface Versioned<Name extends OperationName> {
  readonly answer: AnswerOf<Name>;
  readonly version: string;
  readonly asOf: number | null;
}

/** Like `ask`, with the version. If the user can overcome a refusal, lets the user do so and repeats the request. */
export async function askWithVersion<Name extends OperationName>(name: Name, input: InputOf<Name>): Promise<Versioned<Name>> {
  try {
    return await askOnce(name, input);
  } catch (error) {
    const more = error instanceof Refused && mayOvercome(error) ? await overcome(error) : null;
    if (!more) throw error;
    return askOnce(name, { ...input, ...more });
  }
}

/** Requests of the frame. They leave after those of the page, because browsers open few connections to a server. */
const ofFrame = /\/(?:inbox|actionable|ui-config|notifications)$/;

async function askOnce<Name extends OperationName>(name: Name, input: InputOf<Name>): Promise<Versioned<Name>> {
  if (ofFrame.test(name)) await new Promise((resolve) => setTimeout(resolve));
  const response = await send(requestOf(name, input));
  note(response, name);
  const body: unknown = response.headers.get('content-type')?.includes('json') ? await response.json() : undefined;
  if (!response.ok) throw refusalOf(response, name, body);
  const asOf = Number(response.headers.get('x-revision')) || null;
  return { answer: body as AnswerOf<Name>, version: response.headers.get('etag') ?? '', asOf };
}

/** Sends a request whose response is a stream of JSON lines, and passes on each line when it arrives. Throws `Refused`. */
export async function askLines<Name extends OperationName>(name: Name, input: InputOf<Name>, take: (line: unknown) => void): Promise<void> {
  const response = await send(requestOf(name, input));
  note(response, name);
  if (!response.ok) throw refusalOf(response, name, await response.json());
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let left = '';
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    const lines = (left + part.value).split('\n');
    left = lines.pop() ?? '';
    for (const line of lines) if (line !== '') take(JSON.parse(line));
  }
}

/** Builds the HTTP request of an operation. */
export function requestOf<Name extends OperationName>(name: Name, input: InputOf<Name>): Request {
  const { path = {}, query = {}, body, ifMatch, minRevision, reason, signal: aborted } = input as Loose;
  const [method = 'GET', template = '/'] = name.split(' ');
  const headers = new Headers({ accept: 'application/json' });
  // A file has a type of its own.
  const sent = body === undefined || body instanceof Blob ? body : JSON.stringify(body);
  if (sent !== body) headers.set('content-type', 'application/json');
  // Before login there is no user that the key could belong to.
  if (method !== 'GET' && !/^\/(?:auth|invite|logout|stop-watching)/.test(template)) headers.set('idempotency-key', randomKey());
  if (ifMatch !== undefined) headers.set('if-match', ifMatch);
  if (typeof minRevision === 'number') headers.set('if-min-revision', String(minRevision));
  // Header values are bytes; RFC 8187 encodes other characters.
  if (reason !== undefined) headers.set('x-change-reason', `UTF-8''${encodeURIComponent(reason)}`);
  return new Request(requestPath(template, path, query), {
    method,
    headers,
    body: sent ?? null,
    signal: aborted ?? null,
  });
}

interface Loose {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, Value | readonly Value[] | undefined>>;
  readonly body?: unknown;
  readonly ifMatch?: string;
  /** Requires a response of at least this revision. */
  readonly minRevision?: number | null;
  /** Reason for a direct change in a protected environment. */
  readonly reason?: string;
  readonly signal?: AbortSignal;
}

type Value = string | number | boolean;

async function send(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    isOffline.value = false;
    return response;
  } catch (error) {
    if (request.signal.aborted) throw error;
    isOffline.value = true;
    throw offline();
  }
}

const maxOwn = 100;
const own = new Set<string>();

/** Whether this tab made the change with this request id, which the log records. */
export const isOwn = (requestId: string | null | undefined): boolean => own.has(requestId ?? '');

function noteOwn(requestId: string | null): void {
  if (requestId === null) return;
  own.add(requestId);
  if (own.size > maxOwn) own.delete([...own][0] ?? '');
}

/** Routes where 401 refers to the submitted secret, not to the session. */
const takesSecret = /^\w+ \/(?:auth\/|api\/admin\/user\/(?:step-up|change-password))/;

const isWithoutSession = ({ status }: Response, name: OperationName): boolean => status === 401 && !takesSecret.test(name);

/** Routes whose response has the revision of its data. On all others a revision means that the request changed something. */
const evaluates = /^POST \/api\/admin\/(?:playground|projects\/\{projectId\}\/features\/\{featureName\}\/preview)/;

function note(response: Response, name: OperationName): void {
  if (!name.startsWith('GET ')) noteOwn(response.headers.get('x-request-id'));
  if (isWithoutSession(response, name)) isLoggedOut.value = true;
  const named = Number(response.headers.get('x-revision'));
  if (named > (revision.value ?? 0)) revision.value = named;
  if (named > (ownRevision.value ?? 0) && !name.startsWith('GET ') && !evaluates.test(name)) ownRevision.value = named;
}

function refusalOf(response: Response, name: OperationName, body: unknown): Refused {
  const seconds = Number(response.headers.get('retry-after'));
  const content: Record<string, unknown> = { ...(body as object | undefined) };
  // The server's message is for API clients.
  if (isWithoutSession(response, name)) Object.assign(content, { message: 'Your session has ended.', details: [] });
  return new Refused(response.status, content, seconds > 0 ? seconds : null);
}

/** `randomUUID` requires HTTPS, but the console also works without it. */
const randomKey = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const staleAfterMs = 10_000;

const defaultAwaySeconds = 5;

const isPassing = (error: unknown): error is Refused => error instanceof Refused && (error.isOffline || error.isAway);

/** Retry delay for requests that failed because a service is unavailable; false for other errors. */
const awayMs = (error: unknown): number | false => isPassing(error) && 1000 * (error.retryAfterSeconds ?? defaultAwaySeconds);

/** Cache of responses: kept while in use and for five minutes after. */
export const answers = new QueryClient({
  defaultOptions: {
    queries: {
      // Send requests even if the browser reports that it is offline, so that components show the error.
      networkMode: 'always',
      staleTime: staleAfterMs,
      retry: (count, error) => count < 3 && isPassing(error),
      refetchInterval: ({ state }) => awayMs(state.error),
    },
  },
});

interface AnswerOptions {
  /** No request while false. */
  readonly when?: boolean;
  /** Keeps the last data until the new data arrives. */
  readonly keepsLast?: boolean;
  readonly everyMs?: number;
}

/** Fetches an operation while the component is mounted, and again after changes. */
export function useAnswer<Name extends OperationName>(
  name: Name,
  input: InputOf<Name>,
  { when = true, keepsLast = false, everyMs }: AnswerOptions = {},
): UseQueryResult<AnswerOf<Name>, Refused> {
  return useQuery<AnswerOf<Name>, Refused, AnswerOf<Name>>({
    queryKey: [name, input],
    // The cache does not accept undefined, the value of a response without a body.
    queryFn: async ({ signal }) => (await ask(name, { ...input, signal })) ?? (null as never),
    enabled: when,
    ...(keepsLast && { placeholderData: keepPreviousData }),
    ...(everyMs !== undefined && { refetchInterval: ({ state }) => awayMs(state.error) || everyMs }),
  });
}

/** Refetches everything in use: the console never derives state from its own requests or events. */
export const askAgain = (...names: readonly OperationName[]): Promise<void> =>
  answers.invalidateQueries(names.length === 0 ? {} : { predicate: ({ queryKey }) => names.includes(queryKey[0] as OperationName) });
