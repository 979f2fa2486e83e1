import { signal } from '@preact/signals';
import type { Operations } from './operations.ts';
import { offline, Refused } from './refusal.ts';

/** An operation as the routes declare it: `GET /api/admin/projects`. */
export type OperationName = keyof Operations;
export type AnswerOf<Name extends OperationName> = Operations[Name]['answer'];

type Part<Name extends OperationName, Key extends 'path' | 'query' | 'body'> = Operations[Name][Key];
type Given<Key extends string, T> = undefined extends T
  ? { readonly [K in Key]?: T }
  : object extends T
    ? { readonly [K in Key]?: T }
    : { readonly [K in Key]: T };

/** What an operation takes: the parts that it has, required where the route requires them. */
export type Asked<Name extends OperationName> = Given<'path', Part<Name, 'path'>> &
  Given<'query', Part<Name, 'query'>> &
  Given<'body', Part<Name, 'body'>> & {
    readonly ifMatch?: string;
    readonly minRevision?: number | null;
    readonly reason?: string;
    readonly signal?: AbortSignal;
  };

/** The highest revision that an answer has named. */
export const revision = signal<number | null>(null);

/** The revision of the last change that was made by a request of this tab. */
export const ownRevision = signal<number | null>(null);

/** Whether the server last said that nobody is logged in. */
export const isLoggedOut = signal(false);

/** Whether the last request has reached the server. */
export const isOffline = signal(false);

/** What asks for a proof of who is there, where the server wants one first. False: there is none. */
type Prove = () => Promise<boolean>;

let prove: Prove = () => Promise.resolve(false);

/** Says how a proof is asked for. */
export const proveBy = (way: Prove): void => {
  prove = way;
};

/** Asks the server. Throws a `Refused`. */
export const ask = async <Name extends OperationName>(name: Name, asked: Asked<Name>): Promise<AnswerOf<Name>> =>
  (await askWithVersion(name, asked)).answer;

/** What was answered, its version for `ifMatch`, empty where the route names none, and the revision that it is of, if it says so. */
interface Versioned<Name extends OperationName> {
  readonly answer: AnswerOf<Name>;
  readonly version: string;
  readonly asOf: number | null;
}

/** As `ask`, with the version. Where the server wants a proof first of who asks, that is asked for, and the request repeated. */
export async function askWithVersion<Name extends OperationName>(name: Name, asked: Asked<Name>): Promise<Versioned<Name>> {
  try {
    return await askOnce(name, asked);
  } catch (error) {
    if (!(error instanceof Refused) || error.kind !== 'StepUpRequired' || !(await prove())) throw error;
    return askOnce(name, asked);
  }
}

async function askOnce<Name extends OperationName>(name: Name, asked: Asked<Name>): Promise<Versioned<Name>> {
  const response = await send(requestOf(name, asked));
  note(response, name);
  const body: unknown = response.headers.get('content-type')?.includes('json') ? await response.json() : undefined;
  if (!response.ok) throw refusalOf(response, body);
  const asOf = Number(response.headers.get('x-revision')) || null;
  return { answer: body as AnswerOf<Name>, version: response.headers.get('etag') ?? '', asOf };
}

/** The request that an operation is made by, as anybody could send it. */
export function requestOf<Name extends OperationName>(name: Name, asked: Asked<Name>): Request {
  const { path = {}, query = {}, body, ifMatch, minRevision, reason, signal: aborted } = asked as Loose;
  const [method = 'GET', template = '/'] = name.split(' ');
  const headers = new Headers({ accept: 'application/json' });
  if (body !== undefined) headers.set('content-type', 'application/json');
  // Before the log-in nobody has keys of their own.
  if (method !== 'GET' && !/^\/(?:auth|invite|logout)/.test(template)) headers.set('idempotency-key', randomKey());
  if (ifMatch !== undefined) headers.set('if-match', ifMatch);
  if (typeof minRevision === 'number') headers.set('if-min-revision', String(minRevision));
  // Headers are bytes: RFC 8187 says how other characters travel in them.
  if (reason !== undefined) headers.set('x-change-reason', `UTF-8''${encodeURIComponent(reason)}`);
  return new Request(addressOf(template, path, query), {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(aborted && { signal: aborted }),
  });
}

interface Loose {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, Value | readonly Value[] | undefined>>;
  readonly body?: unknown;
  readonly ifMatch?: string;
  /** Answered as of this revision or a later one. */
  readonly minRevision?: number | null;
  /** Why something is written directly where change requests are asked for. */
  readonly reason?: string;
  readonly signal?: AbortSignal;
}

type Value = string | number | boolean;

/** Where the API stands: beside the pages, whatever is in front of both. */
export function addressOf(template: string, path: NonNullable<Loose['path']>, query: NonNullable<Loose['query']>): string {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) for (const each of valuesOf(value)) search.append(name, String(each));
  return `${filled}${search.size > 0 ? `?${search.toString()}` : ''}`;
}

const valuesOf = (value: Value | readonly Value[] | undefined): readonly Value[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as readonly Value[]) : [value as Value];

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

/** Whether a change was made by a request of this tab: the log names it by the id that its answer had. */
export const isOwn = (requestId: string | null): boolean => requestId !== null && own.has(requestId);

function noteOwn(requestId: string | null): void {
  if (requestId === null) return;
  own.add(requestId);
  if (own.size > maxOwn) own.delete([...own][0] ?? '');
}

/** Where 401 speaks of the secret that was sent, not of the session. */
const takesSecret = /^POST \/(?:auth\/|api\/admin\/user\/(?:step-up|change-password))/;

/** Whose answers say of which revision they are; every other that names one has raised it. */
const evaluates = /^POST \/api\/admin\/(?:playground|projects\/\{projectId\}\/features\/\{featureName\}\/preview)/;

function note(response: Response, name: OperationName): void {
  if (!name.startsWith('GET ')) noteOwn(response.headers.get('x-request-id'));
  if (response.status === 401 && !takesSecret.test(name)) isLoggedOut.value = true;
  const named = Number(response.headers.get('x-revision'));
  if (named > (revision.value ?? 0)) revision.value = named;
  if (named > (ownRevision.value ?? 0) && !name.startsWith('GET ') && !evaluates.test(name)) ownRevision.value = named;
}

function refusalOf(response: Response, body: unknown): Refused {
  const seconds = Number(response.headers.get('retry-after'));
  const said = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  return new Refused(response.status, said, seconds > 0 ? seconds : null);
}

/** `randomUUID` is there with HTTPS alone; the console is used without it as well. */
const randomKey = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
