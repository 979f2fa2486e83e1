import { Failure } from '@signalbox/contracts';
import {
  allowOrigin,
  answerPreflight,
  type FastRoute,
  isFast,
  type Listener,
  type Opened,
  pathOf,
  PathTree,
  prefixFinder,
  type Route,
} from '@signalbox/kit';
import type { ServiceRuntime } from '../runtime/runtime.ts';
import { readFailure } from '../runtime/unit-of-work.ts';
import { principalReader } from './identify.ts';
import { measureRequest, noRoute } from './measure-request.ts';
import { refuse } from './refuse.ts';
import { answerFast } from './answer-fast.ts';
import { answerRoute } from './answer-route.ts';
import type { Target } from './target.ts';
import { nameByRoute, tracedRequests } from './trace-requests.ts';

type Declared = readonly (Route<never> | FastRoute<never>)[];
type Serve = (target: Target) => Promise<void> | void;

/** Listener of a service: its own one, or its declared routes. */
export const listenerOf = (runtime: ServiceRuntime, opened: Opened, declared: Declared): Listener =>
  tracedRequests(runtime, opened.listener ? measured(runtime, opened.listener) : routed(runtime, opened, declared));

/**
 * Finds the route of a request by method and path, and answers the preflights of cross-origin routes. HEAD requests use the route of GET.
 * Throws for a route that is declared twice.
 */
function routed(runtime: ServiceRuntime, opened: Opened, declared: Declared): Listener {
  const readPrincipal = principalReader(runtime.access, runtime.effects);
  const own = { state: opened.state, identify: opened.identify ?? readPrincipal };
  const trees = new Map<string, PathTree<Serve>>();
  const add = (method: string, path: string, serve: Serve) => {
    const tree = trees.get(method) ?? new PathTree();
    tree.add(path, serve);
    trees.set(method, tree);
  };
  const crossOrigin = new Set<string>();
  for (const route of declared) {
    const { method, path } = route.declaration;
    const serve = served(runtime, path, isFast(route) ? answerFast(route, runtime, own, readPrincipal) : answerRoute(route, runtime, own));
    if (route.declaration.crossOrigin) crossOrigin.add(path);
    add(method.toUpperCase(), path, route.declaration.crossOrigin ? acrossOrigins(serve) : serve);
  }
  for (const path of crossOrigin) {
    add(
      'OPTIONS',
      path,
      acrossOrigins(({ request, response }) => answerPreflight(request, response)),
    );
  }
  const refuseUnknown = served(runtime, null, ({ request }) => {
    throw new Failure('NotFoundError', `There is no route ${request.method} ${pathOf(request)}.`);
  });
  return (request, response) => {
    const { url = '', method = '' } = request;
    const end = url.indexOf('?');
    const found = trees.get(method === 'HEAD' ? 'GET' : method)?.find(end < 0 ? url : url.slice(0, end));
    const target = { request, response, search: end < 0 ? '' : url.slice(end + 1), values: found?.values ?? [] };
    void (found?.value ?? refuseUnknown)(target);
  };

  function acrossOrigins(serve: Serve): Serve {
    return (target) => {
      allowOrigin(runtime, target.request, target.response);
      return serve(target);
    };
  }
}

/** Answers, refuses and measures the requests of a route, or of none. A stream counts as finished when its handler returns. */
function served(runtime: ServiceRuntime, path: string | null, answer: Serve): Serve {
  const { service, metrics, tracer } = runtime;
  return async (target) => {
    const { request, response } = target;
    const begun = performance.now();
    if (tracer && path !== null) nameByRoute(tracer.active, request, path);
    try {
      await answer(target);
    } catch (error) {
      refuse(runtime, readFailure(service.name, error), request, response);
    }
    const labels = { service: service.name, method: request.method ?? '', route: path ?? noRoute, status: response.statusCode };
    metrics.requests.observe(labels, (performance.now() - begun) / 1000);
  };
}

/** Measures forwarded requests by the declared prefix of their service, whether they are forwarded or refused. */
function measured(runtime: ServiceRuntime, listener: Listener): Listener {
  const find = prefixFinder(runtime.surfaces);
  return (request, response) => {
    measureRequest(runtime, request, response, () => find(pathOf(request))?.prefix ?? noRoute);
    listener(request, response);
  };
}
