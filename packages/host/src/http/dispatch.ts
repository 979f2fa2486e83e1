import type { IncomingMessage, ServerResponse } from 'node:http';
import { Failure } from '@signalbox/contracts';
import { allowOrigin, answerPreflight, type OpenParts, PathTree, type RouteDeclaration } from '@signalbox/kit';

/** A request with a matching route. */
export interface Target {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The query as it was sent, without the question mark. */
  readonly search: string;
  /** Values of the path's parameters, in order, as they were sent. */
  readonly values: readonly string[];
}

type Serve = (target: Target) => void;

/** A route with its request handler. */
export interface Served {
  readonly declaration: RouteDeclaration;
  readonly serve: Serve;
}

/** Passes a request to its route. Returns false if no route matches. */
export type Dispatch = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Finds the routes of a service by method and path, and answers the preflights of its cross-origin routes. HEAD requests use the route of
 * GET. Throws for a route that is declared twice.
 */
export function dispatcher(parts: Pick<OpenParts, 'access' | 'settings'>, routes: readonly Served[]): Dispatch {
  const trees = new Map<string, PathTree<Serve>>();
  const add = (method: string, path: string, serve: Serve) => {
    const tree = trees.get(method) ?? new PathTree();
    tree.add(path, serve);
    trees.set(method, tree);
  };
  const crossOrigin = new Set<string>();
  for (const { declaration, serve } of routes) {
    const method = declaration.method.toUpperCase();
    if (!declaration.crossOrigin) add(method, declaration.path, serve);
    else {
      crossOrigin.add(declaration.path);
      add(method, declaration.path, (target) => {
        allowOrigin(parts, target.request, target.response);
        serve(target);
      });
    }
  }
  for (const path of crossOrigin) {
    add('OPTIONS', path, ({ request, response }) => {
      allowOrigin(parts, request, response);
      answerPreflight(request, response);
    });
  }
  return (request, response) => {
    const { url = '', method = '' } = request;
    const end = url.indexOf('?');
    const found = trees.get(method === 'HEAD' ? 'GET' : method)?.find(end < 0 ? url : url.slice(0, end));
    found?.value({ request, response, search: end < 0 ? '' : url.slice(end + 1), values: found.values });
    return found !== undefined;
  };
}

/** Returns a reader of the parameters of a declared path, which throws `BadRequestError` for invalid percent-encoding. */
export function paramsReader(path: string): (values: readonly string[]) => Record<string, string> {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return (values) => {
    const params: Record<string, string> = {};
    names.forEach((name, index) => (params[name] = decode(values[index] ?? '')));
    return params;
  };
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw new Failure('BadRequestError', 'The path is not valid percent-encoding.');
  }
}
