import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  answerFailure,
  type Listener,
  metricsPaths,
  pathOf,
  readSettings,
  sendJson,
  type Service,
  type Settings,
  SettingsProblem,
  type Surface,
} from '@signalbox/kit';
import { lingerMs, listen, onStop } from '../http/listen.ts';
import type { Instrument } from '../runtime/instrument.ts';
import { reachedDirectly } from '../http/reached-directly.ts';
import { type Environment, withSecretFiles } from './secret-files.ts';
import { type Host, openHost } from './open-host.ts';
import { metricsListener, showMetrics } from './show-metrics.ts';

/**
 * Runs some services of all in `surfaces` as a process: their routes, `/internal`, `/health` and `/ready` on PORT, their metrics there or
 * on METRICS_PORT. On SIGTERM it stops accepting requests, finishes, and closes.
 */
export async function serveServices(
  services: readonly Service[],
  surfaces: readonly Surface[],
  instrument: Instrument = {},
): Promise<void> {
  const settings = settingsOrExit(surfaces);
  const [first] = services;
  if (!first) throw new Error('a process needs at least one service');
  const host = await openOrExit(() => openAlone(services, surfaces, settings, instrument));
  const callers = first.surface.isPublic ? 'anybody' : 'a gateway';
  const listening = await openOrExit(() => listen(processListener(host, services), settings.port, settings.host, callers));
  const metrics = await showMetrics(host);
  process.stdout.write(`${services.map((service) => service.name).join(', ')} listening on port ${listening.port}\n`);
  onStop(async () => {
    await listening.drain(lingerMs);
    await metrics?.drain();
    await host.close();
  });
}

async function openAlone(
  services: readonly Service[],
  surfaces: readonly Surface[],
  settings: Settings,
  instrument: Instrument,
): Promise<Host> {
  if (settings.internalSecrets.length === 0)
    throw new SettingsProblem('INTERNAL_SECRET is required: services in separate processes authenticate each other with it.');
  return openHost(services, { settings, surfaces, instrument, notify: ({ label, text }) => process.stdout.write(`${label}: ${text}\n`) });
}

/** Reads the settings of this process's environment, or of one derived from it. Invalid settings end the process with a message. */
export function settingsOrExit(surfaces: readonly Surface[], derive = (environment: Environment) => environment): Settings {
  try {
    return readSettings(derive(withSecretFiles(process.env, surfaces)), surfaces);
  } catch (error) {
    return exitOver(error);
  }
}

/** Returns the result of `open`. A setting that proves invalid ends the process with a message. */
export async function openOrExit<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    return exitOver(error);
  }
}

function exitOver(error: unknown): never {
  if (!(error instanceof SettingsProblem)) throw error;
  process.stderr.write(`Signalbox cannot start. Please correct these settings:\n${error.message}\n`);
  process.exit(2);
}

/**
 * Routes of the first service, with the pages of the process in front. A public service answers for all services, and exposes no
 * `/internal` path.
 */
export function processListener(host: Host, services: readonly Service[]): Listener {
  const [first] = services;
  const routes = host.listeners.get(first?.name ?? '');
  if (!first || !routes) throw new Error('a process needs a service that listens');
  if (first.surface.isPublic) return routes;
  const pages = pagesOf(host, services);
  const direct = reachedDirectly(routes, { ...host, service: first });
  return (request, response) => {
    const path = pathOf(request);
    const page = pages[path];
    if (page) return answerPage(page, host, request, response);
    if (path.startsWith('/internal/')) return host.internal(request, response);
    return direct(request, response);
  };
}

type Page = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Pages of a process behind the public one. */
function pagesOf(host: Host, services: readonly Service[]): Readonly<Record<string, Page>> {
  const metrics: Page = async (request, response) => metricsListener(host)(request, response);
  return {
    ...(host.settings.metricsPort === null ? Object.fromEntries(metricsPaths.map((path) => [path, metrics])) : {}),
    '/health': async (_request, response) => sendJson(response, 200, JSON.stringify({ health: 'GOOD' })),
    '/ready': async (_request, response) => {
      const readiness = await Promise.all(services.map(async ({ name }) => [name, await host.readinessOf(name)] as const));
      const ready = readiness.every(([, { state }]) => state !== 'away');
      sendJson(response, ready ? 200 : 503, JSON.stringify({ health: ready ? 'GOOD' : 'BAD', services: Object.fromEntries(readiness) }));
    },
  };
}

/** Sends the page, or 500 if it fails. */
function answerPage(page: Page, host: Host, request: IncomingMessage, response: ServerResponse): void {
  page(request, response).catch((error: unknown) => {
    host.log.error({ err: error, path: request.url }, 'could not serve a process page');
    answerFailure(request, response, error, host.effects.id());
  });
}
