import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Principal } from '@signalbox/contracts';
import type { Input, Route, RouteDeclaration } from './route.ts';

/** Declares a route that answers from memory: a read that runs thousands of times a second, or a stream. */
export interface FastRouteDeclaration extends Omit<RouteDeclaration, 'scope' | 'protectedBy' | 'file' | 'retires'> {
  readonly method: 'get' | 'post';
  readonly permission: 'public' | 'authenticated' | 'ADMIN' | 'CLIENT' | 'FRONTEND' | readonly ('CLIENT' | 'FRONTEND')[];
}

/** A request of a fast route, with an authorized caller. */
export interface FastCall<D extends RouteDeclaration = RouteDeclaration> extends Input<D> {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The query as it was sent, without the question mark. Key for caches. */
  readonly search: string;
  readonly principal: Principal;
  /** Address of the caller, as the gateway saw it. */
  readonly clientAddress: string;
  /** Value of a header, by lower-case name. Repeated headers are joined into one list. */
  header(name: string): string | undefined;
  /** Authorizes the caller again, with current rights. For requests that had to wait. */
  admit(): Principal | Promise<Principal>;
}

/** A response whose body is serialized already. */
export interface FastAnswer {
  /** Identifies this version of the response. If the caller has it, the host sends 304 and does not evaluate `json`. */
  readonly etag?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Content coding of `json`. */
  readonly encoding?: 'plain' | 'gzip' | 'br';
  readonly json: string | Buffer | (() => string | Buffer | Promise<Buffer>);
}

/**
 * Handler of a fast route. Returns undefined if it has responded itself or streams. `state` is the one that the service's `open` returned.
 */
export type FastHandler<D extends RouteDeclaration = RouteDeclaration, State = unknown> = (
  call: FastCall<D>,
  state: State,
) => FastAnswer | undefined | Promise<FastAnswer | undefined>;

/** A declared fast endpoint with its handler, without the types of its parts. */
export interface FastRoute<State = unknown> {
  readonly declaration: RouteDeclaration;
  readonly fast: FastHandler<RouteDeclaration, State>;
}

/**
 * Declares an endpoint that answers from memory, with the same checks and refusals as all others. The query is validated when the handler
 * first reads it, so responses cached by its text cost nothing.
 */
export function fastRoute<const D extends FastRouteDeclaration, State>(declaration: D, fast: FastHandler<D, State>): FastRoute<State> {
  return { declaration, fast };
}

/** Returns true for a fast route. */
export const isFast = (route: Route<never> | FastRoute<never>): route is FastRoute<never> => 'fast' in route;
