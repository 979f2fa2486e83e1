import type { ServerResponse } from 'node:http';
import { type Listener, pathOf, readSettings, sendJson, type Service, type Settings, SettingsProblem } from '@signalbox/kit';
import { type Host, openHost } from './open-host.ts';
import { listen, onStop } from '../http/listen.ts';

/**
 * Runs services as a process of their own: their routes, `/internal`, `/health`, `/ready` and `/metrics` on PORT.
 * Ends at SIGTERM: stops accepting, finishes, closes.
 */
export async function serveServices(services: readonly Service[]): Promise<void> {
  const settings = settingsOrExit();
  const [first] = services;
  if (!first) throw new Error('a process needs at least one service');
  const host = await openOrExit(() => openAlone(services, settings));
  const callers = first.name === 'gateway' ? 'anybody' : 'a gateway';
  const listening = await openOrExit(() => listen(processListener(host, services), settings.port, settings.host, callers));
  process.stdout.write(`${services.map((service) => service.name).join(', ')} listening on port ${listening.port}\n`);
  onStop(async () => {
    await listening.drain();
    await host.close();
  });
}

async function openAlone(services: readonly Service[], settings: Settings): Promise<Host> {
  if (settings.internalSecret === null)
    throw new SettingsProblem('INTERNAL_SECRET is missing: by it, services that run as processes of their own know each other.');
  return openHost(services, { settings });
}

/** The settings of this process's environment; a wrong one ends the process with a sentence that names it. */
export function settingsOrExit(overrides: Readonly<Record<string, string>> = {}): Settings {
  try {
    return readSettings({ ...process.env, ...overrides });
  } catch (error) {
    return exitOver(error);
  }
}

/** What `open` opens; a setting that turns out to be wrong on the way ends the process with a sentence that names it. */
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
 * The first service's routes with what the process says of itself in front. The gateway speaks for all services in
 * `/health` and `/ready`, and nothing of `/internal` can be reached through it.
 */
export function processListener(host: Host, services: readonly Service[]): Listener {
  const [first] = services;
  const routes = host.listeners.get(first?.name ?? '');
  if (!routes) throw new Error('a process needs a service that listens');
  const isGateway = first?.name === 'gateway';
  return (request, response) => {
    const path = pathOf(request);
    if (path === '/metrics') return void answerMetrics(host, response);
    if (isGateway) return routes(request, response);
    if (path.startsWith('/internal/')) return host.internal(request, response);
    if (path === '/health') return sendJson(response, 200, JSON.stringify({ health: 'GOOD' }));
    if (path === '/ready') return void answerReady(host, services, response);
    return routes(request, response);
  };
}

async function answerMetrics(host: Host, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': host.metrics.registry.contentType }).end(await host.metrics.registry.metrics());
}

async function answerReady(host: Host, services: readonly Service[], response: ServerResponse): Promise<void> {
  const said = await Promise.all(services.map(async ({ name }) => [name, await host.readinessOf(name)] as const));
  const ready = said.every(([, { state }]) => state !== 'away');
  sendJson(response, ready ? 200 : 503, JSON.stringify({ health: ready ? 'GOOD' : 'BAD', services: Object.fromEntries(said) }));
}
