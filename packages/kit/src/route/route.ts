import type { FailureName, Permission, EventDefinition } from '@signalbox/contracts';
import type { Static, TSchema } from 'typebox';
import type { Context, OpenContext, ReadContext } from '../context/context.ts';

/** HTTP methods of routes. */
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A response without a body. */
export const empty = Symbol('empty');
/** A plain-text response. */
export const plainText = Symbol('plain text');
/** A stream of server-sent events (`text/event-stream`). */
export const eventStream = Symbol('event stream');

/**
 * Required permission of a route. `public`: no credential; `authenticated`: any valid credential; `CLIENT` and `FRONTEND`: API tokens of
 * that kind; otherwise one of the permissions, checked in `scope`.
 */
export type PermissionRule = 'public' | 'authenticated' | TokenPermission | Permission | readonly (TokenPermission | Permission)[];
type TokenPermission = 'CLIENT' | 'FRONTEND';

/**
 * Scope of the permission check, and of the project whose privacy hides the route, read from the parameters `:projectId` and
 * `:environment`. With `project of the feature` the handler loads the feature and calls `requirePermission`; the host refuses only callers
 * who hold the permission in no project. `any project`: the permission in one project is enough.
 */
export type RouteScope = 'the instance' | 'project of the path' | 'environment of the path' | 'project of the feature' | 'any project';

/** Media type of a body: JSON, a type based on JSON (RFC 6839 §3.1), or a form. */
export type BodyType = 'application/json' | `application/${string}+json` | 'application/x-www-form-urlencoded';

/** A file while it arrives. Its chunks can be read once; they reject with a 413 above the limit of the route. */
export interface SentFile {
  readonly chunks: AsyncIterable<Buffer>;
  /** Number of bytes; undefined if the request does not declare it. */
  readonly length: number | undefined;
  readonly contentType: string;
}

/** Reason why a mutating route publishes no event, or runs without a transaction of its own. */
export interface Because {
  readonly none: string;
}

/**
 * Reason why the handler opens units of work itself. Requests with the same `Idempotency-Key` still have one effect: the first unit of work
 * claims the key, and repetitions get 409. `replayed`: they get the first response, which is stored and must contain no secret. `refused`:
 * there is no database to claim the key in, so the header is refused with 400.
 */
export interface OwnTransactions extends Because {
  readonly repetitions?: 'replayed' | 'refused';
}

/** Declaration of a route that only reads, although it is not a GET. */
export const changesNothing = { events: { none: 'because it only reads' }, transaction: { none: 'because it only reads' } } as const;

/** One endpoint as data. The host validates, runs, documents and tests it from this alone. */
export interface RouteDeclaration {
  readonly method: Method;
  /** Parameters are segments such as `:projectId`, with the names of the specification. */
  readonly path: string;
  readonly summary: string;
  readonly permission: PermissionRule;
  /** Checks a credential specific to the route, before the body is read. For `public` routes. Throws a 401. */
  readonly credential?: (context: Pick<ReadContext, 'em' | 'request'>) => Promise<void>;
  /**
   * For a service that identifies tokens itself: users may call this route too. A route for tokens shows them only what they may access;
   * any other route requires its permission from them. Fast routes only.
   */
  readonly usersToo?: true;
  /** Agents may call this route too. All others are closed to them. */
  readonly agents?: true;
  /** Pages of other origins may read the responses, including refusals. The host answers the preflight requests. */
  readonly crossOrigin?: true;
  readonly scope?: RouteScope;
  /**
   * Refuses direct writes to a protected environment, or to a project that has one (change requests), before the work starts. The service
   * judges every other write by its events (`beforeCommit`).
   */
  readonly protectedBy?: 'environment' | 'project';
  readonly params?: TSchema;
  /** Query parameters; others are refused. Lists are `x=a&x=b` or `x[]=a&x[]=b`. Admin GET routes without a schema accept none. */
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** Accepted media types of the body (default: JSON only). A form becomes an object of strings. */
  readonly bodyTypes?: readonly BodyType[];
  /** Rewrites the body before it is checked, for a protocol in which names ignore case. */
  readonly normalize?: (body: unknown) => unknown;
  /** The body may also be a file of one of `types`, which `read` turns into the declared body. */
  readonly file?: { readonly types: readonly string[]; readonly read: (file: SentFile) => Promise<unknown> };
  /** Responses contain a secret next to content that callers choose, so they are never compressed (BREACH). */
  readonly holdsSecret?: true;
  /** Successful statuses with the schemas of their bodies. The first is the default. */
  readonly answers: Readonly<Record<number, TSchema | typeof empty | typeof plainText | typeof eventStream>>;
  /** Media types of the default response (default: JSON only). */
  readonly mediaTypes?: readonly string[];
  /** Descriptions of additional headers of successful responses. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Failures beyond those of the pipeline. Violations of a unique index become the declared 409. */
  readonly failures: readonly FailureName[];
  /** Events that a mutating route may publish. */
  readonly events?: readonly EventDefinition[] | Because;
  /** `none`: the handler opens units of work itself. A GET route may declare it too, for example the callback of a sign-on. */
  readonly transaction?: OwnTransactions;
  /** `through`: allowed in maintenance mode, although it changes something. */
  readonly maintenance?: 'through';
  readonly deprecated?: string;
  /** Dates of deprecation and removal, for the headers `Deprecation` and `Sunset` of every response. */
  readonly retires?: { readonly since: Date; readonly until: Date };
}

type Part<D extends RouteDeclaration, K extends 'params' | 'query' | 'body'> = D[K] extends TSchema ? Static<D[K]> : Record<string, never>;

/** Validated parts of a request, typed by the schemas of its declaration. */
export interface Input<D extends RouteDeclaration> {
  readonly params: Part<D, 'params'>;
  readonly query: Part<D, 'query'>;
  readonly body: Part<D, 'body'>;
}

type AnswerBody<D extends RouteDeclaration> = {
  [S in keyof D['answers']]: D['answers'][S] extends TSchema
    ? Static<D['answers'][S]>
    : D['answers'][S] extends typeof plainText
      ? string
      : undefined;
}[keyof D['answers']];

/** A response with a status other than the first declared one, or with headers. */
export class Reply<Body = unknown> {
  readonly body: Body;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  constructor(body: Body, options: { status?: number; headers?: Record<string, string | readonly string[]> } = {}) {
    this.body = body;
    this.status = options.status;
    this.headers = options.headers ?? {};
  }
}

/** A streamed response, never complete in memory: JSON, or the content type in `headers`. An error closes the connection. */
export class StreamedReply {
  readonly chunks: AsyncIterable<string | Buffer>;
  readonly headers: Readonly<Record<string, string>>;
  constructor(chunks: AsyncIterable<string | Buffer>, headers: Record<string, string> = {}) {
    this.chunks = chunks;
    this.headers = headers;
  }
}

/** A response whose JSON is already serialized, for example because it was stored. */
export class WrittenReply {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type ContextOf<D extends RouteDeclaration, State> = D['transaction'] extends Because
  ? OpenContext<State>
  : D['method'] extends 'get'
    ? ReadContext<State>
    : Context;

/** Handler of a route: validated input in, a declared response out. */
export type Handler<D extends RouteDeclaration, State = unknown> = (
  input: Input<D>,
  context: ContextOf<D, State>,
) => Promise<AnswerBody<D> | Reply<AnswerBody<D>> | StreamedReply | WrittenReply | void> | AnswerBody<D> | Reply<AnswerBody<D>>;

/** A declared endpoint with its handler, as services list it. Of its types, only the required state remains. */
export interface Route<State = unknown> {
  readonly declaration: RouteDeclaration;
  readonly handler: (input: Input<RouteDeclaration>, context: never) => unknown;
  /** Never set. Prevents a service with another state from listing the route. */
  readonly needs?: (state: State) => void;
}

/** Declares an endpoint. Mutating routes with a transaction run in one unit of work, which commits before the response leaves. */
export function route<const D extends RouteDeclaration>(declaration: D, handler: Handler<D>): Route {
  return { declaration, handler };
}

/** `route` for a service with state in memory, which handlers get, typed, as `context.state`. */
export const routeWith =
  <State>() =>
  <const D extends RouteDeclaration>(declaration: D, handler: Handler<D, State>): Route<State> => ({ declaration, handler });
