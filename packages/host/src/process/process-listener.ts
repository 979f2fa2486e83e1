import { Failure } from '@signalbox/contracts';
import { answerFailure, type Listener, metricsPaths, pathOf, sendJson, type Service } from '@signalbox/kit';
import { listen, type Listening } from '../http/listen.ts';
import { reachedDirectly } from '../http/reached-directly.ts';
import type { Host } from './open-host.ts';

/** Routes of the first service, behind the pages of the process. A public service answers for all, without `/internal` paths. */
export function processListener(host: Host, services: readonly Service[]): Listener {
  const [first] = services;
  const routes = host.listeners.get(first?.name ?? '');
  if (!first || !routes) throw new Error('a process needs a service that listens');
  if (first.surface.isPublic) return routes;
  const pages = pagesOf(host, services);
  const direct = reachedDirectly(routes, { ...host, service: first });
  return (request, response) => {
    const path = pathOf(request);
    const serve = pages[path] ?? (path.startsWith('/internal/') ? host.internal : direct);
    serve(request, response);
  };
}

/** Pages of a process behind the public one. */
function pagesOf(host: Host, services: readonly Service[]): Readonly<Record<string, Listener>> {
  const metrics = host.settings.metricsPort === null ? metricsPaths : [];
  return {
    ...Object.fromEntries(metrics.map((path) => [path, metricsListener(host)])),
    '/health': (_request, response) => sendJson(response, 200, JSON.stringify({ health: 'GOOD' })),
    '/ready': pageListener(host, async (_request, response) => {
      const readiness = await Promise.all(services.map(async ({ name }) => [name, await host.readinessOf(name)] as const));
      const ready = readiness.every(([, { state }]) => state !== 'away');
      sendJson(response, ready ? 200 : 503, JSON.stringify({ health: ready ? 'GOOD' : 'BAD', services: Object.fromEntries(readiness) }));
    }),
  };
}

/** Serves a page of the process, or 500 if it fails. */
function pageListener({ log, effects }: Host, serve: (...[request, response]: Parameters<Listener>) => Promise<void>): Listener {
  return (request, response) => {
    serve(request, response).catch((error: unknown) => {
      const failure = answerFailure(request, response, error, effects.id());
      if (failure.status >= 500) log.error({ err: error, path: request.url }, 'could not serve a page of the process');
    });
  };
}

/** Serves the process's metrics. */
const metricsListener = (host: Host): Listener =>
  pageListener(host, async (request, response) => {
    if (!metricsPaths.includes(pathOf(request))) throw new Failure('NotFoundError', `The metrics are at ${metricsPaths.join(' and ')}.`);
    const { registry } = host.metrics;
    const text = await registry.metrics();
    response.writeHead(200, { 'content-type': registry.contentType }).end(text);
  });

/** Serves the metrics on METRICS_PORT, if set. If the port is unavailable, logs an error and continues without. */
export async function showMetrics(host: Host): Promise<Listening | null> {
  const { settings, log } = host;
  if (settings.metricsPort === null) return null;
  try {
    return await listen(metricsListener(host), settings.metricsPort, settings.host, { setting: 'METRICS_PORT' });
  } catch (error) {
    log.error({ err: error }, `could not serve metrics on METRICS_PORT ${settings.metricsPort}`);
    return null;
  }
}
