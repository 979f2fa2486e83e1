import { type RequestHandler, Router } from 'express';

/** Routers by method and by how many segments their paths have, made as they are asked for. */
export interface RoutersByLength {
  /** Where a route belongs. */
  readonly routerOf: (method: string, path: string) => Router;
  /** Hands a request on to those that may take it. */
  readonly handle: RequestHandler;
}

/** Express tries its routes one after the other. Those of another method, or with another number of segments, are not tried. */
export function routersByLength(): RoutersByLength {
  const routers = new Map<string, Router>();
  return {
    routerOf(method, path) {
      const key = keyOf(method.toUpperCase(), path);
      const router = routers.get(key) ?? Router({ caseSensitive: true });
      routers.set(key, router);
      return router;
    },
    handle(request, response, next) {
      const router = routers.get(keyOf(request.method === 'HEAD' ? 'GET' : request.method, request.path));
      if (router) router(request, response, next);
      else next();
    },
  };
}

const keyOf = (method: string, path: string): string => `${method} ${segmentsIn(path)}`;

/** A slash at the end counts as none. */
function segmentsIn(path: string): number {
  let slashes = 0;
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) slashes += 1;
  return path.endsWith('/') && path.length > 1 ? slashes - 1 : slashes;
}
