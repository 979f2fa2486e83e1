import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Principal } from '@signalbox/contracts';
import type { Input, Route, RouteDeclaration } from './route.ts';

/**
 * Declares a route that is answered from memory, in front of Express: for reads that come thousands of times a second, and for streams.
 */
export interface FastRouteDeclaration extends Omit<RouteDeclaration, 'scope' | 'protectedBy' | 'fileDefaults' | 'retires'> {
  readonly method: 'get' | 'post';
  readonly permission: 'public' | 'authenticated' | 'CLIENT' | 'FRONTEND' | readonly ('CLIENT' | 'FRONTEND')[];
}

/** One request of a fast route, whose caller was let in. */
export interface FastCall<D extends RouteDeclaration = RouteDeclaration> extends Input<D> {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The query as it was sent, without the question mark: what may be kept for it is kept by this text. */
  readonly search: string;
  readonly principal: Principal;
  /** From where the request came, as the gateway saw it. */
  readonly clientAddress: string;
  /** A header's value, by its name in lower case; of several with the same name, all of them in one list. */
  header(name: string): string | undefined;
  /** Lets the caller in once more, as what he is by then: for those that had to wait. */
  admit(): Principal | Promise<Principal>;
}

/** An answer that is JSON already. */
export interface FastAnswer {
  /** Names this state of the answer: a caller who has it is told so with 304, and `json` is not asked for. */
  readonly etag?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** In which coding the bytes of `json` are. */
  readonly encoding?: 'plain' | 'gzip' | 'br';
  readonly json: string | Buffer | (() => string | Buffer | Promise<Buffer>);
}

/** What a fast route does; nothing, if it has answered or streams. `state` is what its service's `open` gave. */
export type FastHandler<D extends RouteDeclaration = RouteDeclaration, State = unknown> = (
  call: FastCall<D>,
  state: State,
) => FastAnswer | undefined | Promise<FastAnswer | undefined>;

/** A declared fast endpoint with its handler, the types of its parts forgotten. */
export interface FastRoute<State = unknown> {
  readonly declaration: RouteDeclaration;
  readonly fast: FastHandler<RouteDeclaration, State>;
}

/**
 * Declares an endpoint that the host answers in front of Express, found, checked and refused like all others. The query is checked when the handler first looks at it, so that what is kept by its text costs nothing.
 */
export function fastRoute<const D extends FastRouteDeclaration, State>(declaration: D, fast: FastHandler<D, State>): FastRoute<State> {
  return { declaration, fast };
}

/** Whether a route of a service's list is a fast one. */
export const isFast = (route: Route<never> | FastRoute<never>): route is FastRoute<never> => 'fast' in route;
