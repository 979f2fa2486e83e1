import { type Host, type HostOptions, listen, openHost, processListener, showMetrics } from '@signalbox/host';
import type { Service } from '@signalbox/kit';

/** Open services that listen on PORT, and show their metrics there or on METRICS_PORT. */
export interface Running {
  readonly host: Host;
  readonly port: number;
  /** Null if METRICS_PORT is not set or the port is unavailable. */
  readonly metricsPort: number | null;
  /** Stops accepting requests, lets running ones finish, then closes. `lingerMs` as in `Listening.drain`. */
  close(lingerMs?: number): Promise<void>;
}

/** Opens services in this process. The first one owns the port. */
export async function openListening(services: readonly Service[], options: HostOptions): Promise<Running> {
  const { port, host: address, deadlineFactor } = options.settings;
  const host = await openHost(services, options);
  const callers = services[0]?.surface.isPublic ? 'anybody' : 'a gateway';
  const listening = await listen(processListener(host, services), port, address, callers, deadlineFactor).catch(async (error: unknown) => {
    await host.close();
    throw error;
  });
  const metrics = await showMetrics(host);
  return {
    host,
    port: listening.port,
    metricsPort: metrics?.port ?? null,
    async close(lingerMs) {
      await listening.drain(lingerMs);
      await metrics?.drain();
      await host.close();
    },
  };
}
