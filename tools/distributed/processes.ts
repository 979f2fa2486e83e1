import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { urlSettingOf } from '../../packages/kit/src/settings/settings.ts';
import { root } from '../testing/root.ts';
import { surfaces } from '../../services/standalone/src/base/services.ts';
import { findFreePort } from '../../packages/testing/src/servers/free-port.ts';

/** Services that run in separate processes. Public ones come last, because they need the others. */
export const serviceNames: readonly string[] = [...surfaces]
  .sort((one, other) => Number(one.isPublic ?? false) - Number(other.isPublic ?? false))
  .map(({ name }) => name);

/** Process of one service. It can be stopped and started again on the same port. */
export interface ServiceProcess {
  readonly name: string;
  readonly port: number;
  readonly pid: number | undefined;
  /** Standard output since the first start. */
  readonly output: string;
  /** Starts the process with additional variables. */
  start(variables?: Readonly<Record<string, string>>): void;
  /** Stops the process with `signal` and waits until it has exited. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface Processes {
  readonly services: ReadonlyMap<string, ServiceProcess>;
  readonly url: string;
  /** Resolves when the gateway reports every service as ready. Rejects with its last report after `limitMs`. */
  whenReady(limitMs: number): Promise<void>;
  /** Stops the gateway, then all other processes at once. */
  close(): Promise<void>;
}

export interface ProcessesOptions {
  /** Settings of all services, by environment variable. */
  readonly environment: Readonly<Record<string, string>>;
  /** Additional settings of one service. */
  readonly environmentOf?: (service: string) => Readonly<Record<string, string>>;
  /** Program of each process, such as a bundle's `main.js` (default: `main.ts`). */
  readonly main?: string;
  /** Port of the gateway; 0 takes a free one. */
  readonly port: number;
  /** Restarts services that exit by themselves. */
  readonly restart?: boolean;
  readonly say?: (sentence: string) => void;
  /** Receives the services' logs. By default they go to this process's standard error. */
  readonly log?: (text: string) => void;
  /** Called when a service rejects its settings; it is not restarted. */
  readonly refused?: () => void;
}

/** Returns the URL settings of all services, for these ports of the loopback interface. */
export const addressesOf = (ports: ReadonlyMap<string, number>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    surfaces
      .filter(({ isPublic }) => !isPublic)
      .map((surface) => [urlSettingOf(surface).name, `http://127.0.0.1:${ports.get(surface.name)}`]),
  );

const everyAddress = new Set(['', '0.0.0.0', '::']);

/** Returns the URL at which this machine reaches a gateway that listens on this address. */
export function urlOfGateway(host: string, port: number): string {
  const address = everyAddress.has(host) ? '127.0.0.1' : host;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

/** Starts every service in its own process, each on a free port of the loopback interface, the gateway on `port`. */
export async function startProcesses(options: ProcessesOptions): Promise<Processes> {
  const ports = await Promise.all(serviceNames.map(async (name) => (name === 'gateway' && options.port ? options.port : findFreePort())));
  const portOf = new Map(serviceNames.map((name, index) => [name, ports[index] as number]));
  const addresses = addressesOf(portOf);
  const url = urlOfGateway(options.environment['HOST'] ?? '', portOf.get('gateway') as number);
  // Links in mails and responses lead to the gateway, not to the port of the service that creates them. Passkeys need a name, not an address.
  const publicUrl = process.env['BASE_URL'] ? {} : { BASE_URL: url.replace('//127.0.0.1:', '//localhost:') };
  const services = new Map(
    serviceNames.map((name) => {
      const environment = { ...publicUrl, ...options.environment, ...options.environmentOf?.(name), ...addresses };
      return [name, serviceProcess(name, portOf.get(name) as number, environment, options)];
    }),
  );
  for (const service of services.values()) service.start();
  const closing = new AbortController();
  return {
    services,
    url,
    whenReady: (limitMs) => whenReady(url, limitMs, closing.signal),
    async close() {
      closing.abort();
      await services.get('gateway')?.stop();
      await Promise.all(services.values().map((service) => service.stop()));
    },
  };
}

const maxStopMs = 15_000;
const restartAfterMs = 1000;
/** Exit code of a service that rejects its settings. */
const refusedSettings = 2;

/** Creates the process of a service, not yet started. It listens on the loopback interface unless it is the gateway. */
export function serviceProcess(
  name: string,
  port: number,
  environment: Readonly<Record<string, string>>,
  {
    restart = false,
    say = () => undefined,
    refused = () => undefined,
    log,
    main = join(root, 'services/standalone/src/main.ts'),
  }: Pick<ProcessesOptions, 'restart' | 'say' | 'refused' | 'log' | 'main'> = {},
): ServiceProcess {
  let child: ChildProcess | undefined;
  let expected = false;
  let output = '';
  const start = (variables: Readonly<Record<string, string>> = {}) => {
    expected = true;
    const host = name === 'gateway' ? (environment['HOST'] ?? '') : '127.0.0.1';
    const env = { ...process.env, ...environment, ...variables, HOST: host, PORT: String(port) };
    const begun = spawn(process.execPath, [main, name], {
      env,
      stdio: ['ignore', 'pipe', log ? 'pipe' : 'inherit'],
    });
    child = begun;
    if (log) begun.stderr?.setEncoding('utf8').on('data', log);
    begun.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    begun.once('exit', (code, signal) => {
      if (child === begun) child = undefined;
      if (code === refusedSettings) return refused();
      if (!expected || !restart) return;
      say(`${name} exited (${signal ?? code}) and will be restarted`);
      setTimeout(() => expected && !child && start(), restartAfterMs);
    });
  };
  return {
    name,
    port,
    get pid() {
      return child?.pid;
    },
    get output() {
      return output;
    },
    start,
    async stop(signal = 'SIGTERM') {
      expected = false;
      const ending = child;
      if (!ending) return;
      const gone = new Promise<void>((resolve) => ending.once('exit', () => resolve()));
      ending.kill(signal);
      const timer = setTimeout(() => ending.kill('SIGKILL'), maxStopMs);
      await gone;
      clearTimeout(timer);
    },
  };
}

const pollMs = 100;

async function whenReady(url: string, limitMs: number, closing: AbortSignal): Promise<void> {
  const end = Date.now() + limitMs;
  let response = 'the gateway does not respond yet';
  while (Date.now() < end && !closing.aborted) {
    const answer = await fetch(`${url}/ready`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(3000) }).catch(() => null);
    if (answer?.ok) return void (await answer.arrayBuffer());
    if (answer) response = await answer.text();
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  if (closing.aborted) throw new Error('the start was cancelled');
  throw new Error(`not ready after ${limitMs / 1000} s: ${response}`);
}
