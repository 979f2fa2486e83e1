import { type FastRoute, isFast, type Listener, type Opened, pathOf, prefixFinder, type Route } from '@signalbox/kit';
import type { ServiceRuntime } from '../runtime/runtime.ts';
import { dispatcher, type Served } from './dispatch.ts';
import { expressApp, passTo } from './express-app.ts';
import { principalReader } from './identify.ts';
import { measureRequest, noRoute } from './measure-request.ts';
import { serveFast } from './serve-fast.ts';
import { tracedRequests } from './trace-requests.ts';

type Declared = readonly (Route<never> | FastRoute<never>)[];

/** Listener of a service: its own one, or its declared routes. */
export const listenerOf = (runtime: ServiceRuntime, opened: Opened, declared: Declared): Listener =>
  tracedRequests(runtime, opened.listener ? measured(runtime, opened.listener) : routed(runtime, opened, declared));

/** Fast routes respond directly. Express handles all others, and refuses paths without a route. */
function routed(runtime: ServiceRuntime, opened: Opened, declared: Declared): Listener {
  const readPrincipal = principalReader(runtime.access, runtime.effects);
  const app = expressApp(runtime);
  const own = { state: opened.state, identify: opened.identify ?? readPrincipal };
  const serverOf = (route: Declared[number]): Served['serve'] =>
    isFast(route) ? serveFast(route, { runtime, opened, readPrincipal }) : passTo(app, route, runtime, own);
  const dispatch = dispatcher(
    runtime,
    declared.map((route) => ({ declaration: route.declaration, serve: serverOf(route) })),
  );
  return (request, response) => {
    if (!dispatch(request, response)) app(request, response);
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
