import { type Host, type HostOptions, listen, type Listening, openHost, processListener, showMetrics } from '@signalbox/host';
import type { Service } from '@signalbox/kit';

/** Open services that listen on PORT and ADMIN_PORT, and show their metrics there or on METRICS_PORT. */
export interface Running {
  readonly host: Host;
  readonly port: number;
  /** Null if ADMIN_PORT is not set, or the process is not the public one. */
  readonly adminPort: number | null;
  /** Null if METRICS_PORT is not set or the port is unavailable. */
  readonly metricsPort: number | null;
  /** Stops accepting requests, lets running ones finish, then closes. `lingerMs` as in `Listening.drain`. */
  close(lingerMs?: number): Promise<void>;
}

/** Opens services in this process. The first one owns the ports. */
export async function openListening(services: readonly Service[], options: HostOptions): Promise<Running> {
  const { adminPort } = options.settings;
  const host = await openHost(services, options);
  const ports: Listening[] = [];
  try {
    ports.push(await listenOn(host, services, 'PORT', options.settings.port));
    if (isPublic(services) && adminPort !== null) ports.push(await listenOn(host, services, 'ADMIN_PORT', adminPort));
  } catch (error) {
    await drainAll(ports);
    await host.close();
    throw error;
  }
  const [main, admin] = ports.map(({ port }) => port);
  const metrics = await showMetrics(host);
  return {
    host,
    port: main as number,
    adminPort: admin ?? null,
    metricsPort: metrics?.port ?? null,
    async close(lingerMs) {
      await drainAll(ports, lingerMs);
      await metrics?.drain();
      await host.close();
    },
  };
}

const isPublic = ([first]: readonly Service[]): boolean => first?.surface.isPublic === true;

function listenOn(host: Host, services: readonly Service[], setting: string, port: number): Promise<Listening> {
  const { host: address, deadlineFactor } = host.settings;
  const callers = isPublic(services) ? 'anybody' : 'a gateway';
  return listen(processListener(host, services), port, address, { callers, deadlineFactor, setting });
}

const drainAll = async (ports: readonly Listening[], lingerMs?: number): Promise<void> =>
  void (await Promise.all(ports.map((one) => one.drain(lingerMs))));
