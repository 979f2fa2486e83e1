import type { IncomingMessage, ServerResponse } from 'node:http';
import { allowOrigin, answerPreflight, type FastRoute, isFast, type Route } from '@signalbox/kit';
import { PathTable } from './path-table.ts';
import { type FastPathParts, type ServeFast, serveFast } from './serve-fast.ts';

type Routes = readonly (Route<never> | FastRoute<never>)[];
type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A path that something is known of beside Express. */
interface Known {
  readonly serve: ServeFast | null;
  readonly isCrossOrigin: boolean;
}

/**
 * Answers a service's fast routes, and the preflights of its cross-origin routes of either kind; leaves the rest, with the
 * headers that pages of other origins need. Null for a service that has none of them.
 */
export function openFastPath(parts: FastPathParts, routes: Routes): FastPath | null {
  const { runtime } = parts;
  const table = tableOf(parts, routes);
  if (table.isEmpty) return null;
  return (request, response) => {
    const { url = '', method = '' } = request;
    const end = url.indexOf('?');
    const found = table.find(end < 0 ? url : url.slice(0, end));
    if (!found) return false;
    const { methods, parameter } = found.entry;
    const isPreflight = method === 'OPTIONS';
    const known = isPreflight ? crossOriginIn(methods) : methods.get(method === 'HEAD' ? 'GET' : method);
    if (!known) return false;
    if (known.isCrossOrigin) allowOrigin(runtime, request, response);
    if (isPreflight) answerPreflight(request, response);
    else if (known.serve)
      void known.serve({ request, response, search: end < 0 ? '' : url.slice(end + 1), parameter, segment: found.segment });
    return isPreflight || known.serve !== null;
  };
}

function tableOf(parts: FastPathParts, routes: Routes): PathTable<Known> {
  const table = new PathTable<Known>();
  for (const route of routes) {
    const { method, path, crossOrigin: isCrossOrigin = false } = route.declaration;
    const serve = isFast(route) ? serveFast(route, parts) : null;
    if (serve || isCrossOrigin) table.entry(path).methods.set(method.toUpperCase(), { serve, isCrossOrigin });
  }
  return table;
}

const crossOriginIn = (methods: ReadonlyMap<string, Known>): Known | undefined =>
  [...methods.values()].find(({ isCrossOrigin }) => isCrossOrigin);
