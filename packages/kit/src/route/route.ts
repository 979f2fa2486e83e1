import type { FailureName, Permission, EventDefinition } from '@signalbox/contracts';
import type { Static, TSchema } from 'typebox';
import type { Context, OpenContext, ReadContext } from '../context/context.ts';

/** The HTTP methods that routes have. */
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** An answer without a body. */
export const empty = Symbol('empty');
/** An answer of plain text. */
export const plainText = Symbol('plain text');
/** An answer that is a stream of server-sent events (`text/event-stream`). */
export const eventStream = Symbol('event stream');

/**
 * Who may call a route. `public`: anyone at all; `authenticated`: whoever has a credential that counts here; `CLIENT`
 * and `FRONTEND`: API tokens of that kind; else one of the permissions, counted where `scope` says.
 */
export type PermissionRule = 'public' | 'authenticated' | TokenPermission | Permission | readonly (TokenPermission | Permission)[];
type TokenPermission = 'CLIENT' | 'FRONTEND';

/**
 * Where the permission must count, and whose privacy hides the route: read off the parameters `:projectId` and
 * `:environment`. With `project of the feature` the handler finds the feature and calls `requirePermission`; the host
 * refuses only those who could never hold it. `any project`: whoever holds it somewhere passes.
 */
export type RouteScope = 'the instance' | 'project of the path' | 'environment of the path' | 'project of the feature' | 'any project';

/** What a body may come as: JSON, a kind of JSON (RFC 6839 §3.1), a form. */
export type BodyType = 'application/json' | `application/${string}+json` | 'application/x-www-form-urlencoded';

/** Why a mutating route states no event, or runs without a transaction of its own. */
export interface Because {
  readonly none: string;
}

/**
 * Why the handler opens units of work itself. Requests with the same `Idempotency-Key` still have one effect: the first unit of work claims the
 * key, and repetitions get 409. `replayed`: they get the first answer, which must hold no secret, since it is stored. `refused`: there is
 * no database to claim the key in, so the header is refused with 400.
 */
export interface OwnTransactions extends Because {
  readonly repetitions?: 'replayed' | 'refused';
}

/** What a route declares that only looks, though it is no GET. */
export const onlyLooks = { events: { none: 'because it only looks' }, transaction: { none: 'because it only looks' } } as const;

/** One endpoint as data. The host checks, runs, documents and tests it from this alone. */
export interface RouteDeclaration {
  readonly method: Method;
  /** Express syntax; parameter names are those of the specification. */
  readonly path: string;
  readonly summary: string;
  readonly permission: PermissionRule;
  /** Checks a credential of the route's own, before the body is read; for `public` routes. Throws a 401. */
  readonly credential?: (context: Pick<ReadContext, 'em' | 'request'>) => Promise<void>;
  /** Users may call what is meant for tokens, and are shown what they may see. Fast routes alone. */
  readonly usersToo?: true;
  /** Pages of other origins may read the answers, refusals too. Browsers ask before, with OPTIONS; the host answers that. */
  readonly crossOrigin?: true;
  readonly scope?: RouteScope;
  /**
   * Direct writes to a protected environment, or to a project that has one, are refused (change requests). With `what it changes` the
   * handler finds out where that is, and refuses.
   */
  readonly protectedBy?: 'environment' | 'project' | 'what it changes';
  readonly params?: TSchema;
  /**
   * The parameters that there are: others are refused, lists are read in both spellings (`x=a&x=b` and `x[]=a&x[]=b`).
   * Without it, a GET route of the administration takes none.
   */
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** What the body may come as; JSON alone where that is absent. A form becomes an object of texts. */
  readonly bodyTypes?: readonly BodyType[];
  /**
   * The body may also come as a file: as YAML, or as the field `file` of a form, in JSON or YAML by its extension. Files
   * are older than some properties: what one leaves out is taken from here.
   */
  readonly fileDefaults?: Readonly<Record<string, unknown>>;
  /** Its answers hold a secret, beside what the caller or others chose: they are never compressed. */
  readonly holdsSecret?: true;
  /** The successful statuses with the shapes of their bodies; the first is the default. */
  readonly answers: Readonly<Record<number, TSchema | typeof empty | typeof plainText | typeof eventStream>>;
  /** The media types of the default answer, where that is not JSON alone. */
  readonly mediaTypes?: readonly string[];
  /** What the headers of successful answers say, beyond those that the host adds. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Refusals beyond those that the pipeline itself may give. A unique index's no becomes the declared 409. */
  readonly failures: readonly FailureName[];
  /** What a mutating route may state. */
  readonly events?: readonly EventDefinition[] | Because;
  /** `none`: the handler opens units of work itself. On a GET route: it may open some, as where another site sends browsers back to. */
  readonly transaction?: OwnTransactions;
  /** `through`: it is not refused in maintenance mode, though it states something. */
  readonly maintenance?: 'through';
  readonly deprecated?: string;
  /** Since when it is deprecated and from when it may be gone, for the headers `Deprecation` and `Sunset` of every answer. */
  readonly retires?: { readonly since: Date; readonly until: Date };
}

type Part<D extends RouteDeclaration, K extends 'params' | 'query' | 'body'> = D[K] extends TSchema ? Static<D[K]> : Record<string, never>;

/** The checked parts of a request, typed by the schemas of its declaration. */
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

/** An answer that is not just a body: another status than the first declared one, or headers. */
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

/**
 * An answer written piece by piece, never held as a whole. `chunks` yields JSON, or that of the content type which
 * the headers name. Where they throw, the answer is cut off.
 */
export class StreamedReply {
  readonly chunks: AsyncIterable<string | Buffer>;
  readonly headers: Readonly<Record<string, string>>;
  constructor(chunks: AsyncIterable<string | Buffer>, headers: Record<string, string> = {}) {
    this.chunks = chunks;
    this.headers = headers;
  }
}

/** An answer whose JSON is text already, as it was stored for example. */
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

/** What a route does: checked input in, a declared answer out. */
export type Handler<D extends RouteDeclaration, State = unknown> = (
  input: Input<D>,
  context: ContextOf<D, State>,
) => Promise<AnswerBody<D> | Reply<AnswerBody<D>> | StreamedReply | WrittenReply | void> | AnswerBody<D> | Reply<AnswerBody<D>>;

/** A declared endpoint with its handler, types forgotten but for the state that it needs: what a service lists and a host serves. */
export interface Route<State = unknown> {
  readonly declaration: RouteDeclaration;
  readonly handler: (input: Input<RouteDeclaration>, context: never) => unknown;
  /** Never set: a service whose state is another one cannot list the route. */
  readonly needs?: (state: State) => void;
}

/**
 * Declares an endpoint. Mutating routes run in one unit of work that commits before the answer leaves; GET routes and
 * routes without a transaction do not.
 */
export function route<const D extends RouteDeclaration>(declaration: D, handler: Handler<D>): Route {
  return { declaration, handler };
}

/** `route` for a service that holds a state: its handlers find it, typed, as `context.state`. */
export const routeWith =
  <State>() =>
  <const D extends RouteDeclaration>(declaration: D, handler: Handler<D, State>): Route<State> => ({ declaration, handler });
