import { type Host, type HostOptions, listen, openHost, processListener, showMetrics } from '@signalbox/host';
import { loadServices, surfaces } from './services.ts';

/** The whole product in one process. */
export interface Standalone {
  readonly port: number;
  /** Null where METRICS_PORT says nothing, or cannot be had. */
  readonly metricsPort: number | null;
  readonly host: Host;
  /** Stops accepting, lets requests finish, then closes. */
  close(): Promise<void>;
}

/** Opens every service in this process and listens on PORT. */
export async function openStandalone(options: Omit<HostOptions, 'surfaces'>): Promise<Standalone> {
  const services = await loadServices();
  const host = await openHost(services, { ...options, surfaces });
  const listening = listen(processListener(host, services), options.settings.port, options.settings.host);
  const { port, drain } = await listening.catch(async (error: unknown) => {
    await host.close();
    throw error;
  });
  const metrics = await showMetrics(host);
  return {
    port,
    metricsPort: metrics?.port ?? null,
    host,
    async close() {
      await drain();
      await metrics?.drain();
      await host.close();
    },
  };
}
