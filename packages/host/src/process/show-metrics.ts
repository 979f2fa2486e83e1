import { Failure } from '@signalbox/contracts';
import { answerFailure, type Listener, metricsPaths, pathOf } from '@signalbox/kit';
import { listen, type Listening } from '../http/listen.ts';
import type { Host } from './open-host.ts';

/** Serves the process's metrics, or 500 if one cannot be read. */
export function metricsListener({ metrics: { registry }, log, effects }: Host): Listener {
  const answer = async (...[request, response]: Parameters<Listener>) => {
    if (!metricsPaths.includes(pathOf(request))) throw new Failure('NotFoundError', `The metrics are at ${metricsPaths.join(' and ')}.`);
    const text = await registry.metrics();
    response.writeHead(200, { 'content-type': registry.contentType }).end(text);
  };
  return (request, response) => {
    answer(request, response).catch((error: unknown) => {
      const failure = answerFailure(request, response, error, effects.id());
      if (failure.status >= 500) log.error({ err: error }, 'could not collect the metrics');
    });
  };
}

/** Serves the metrics on METRICS_PORT, if set. If the port is unavailable, logs an error and continues without. */
export async function showMetrics(host: Host): Promise<Listening | null> {
  const { settings, log } = host;
  if (settings.metricsPort === null) return null;
  try {
    return await listen(metricsListener(host), settings.metricsPort, settings.host);
  } catch (error) {
    log.error({ err: error }, `could not serve metrics on METRICS_PORT ${settings.metricsPort}`);
    return null;
  }
}
