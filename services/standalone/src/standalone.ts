import { type Host, type HostOptions, listen, openHost, processListener } from '@signalbox/host';
import { loadServices, surfaces } from './services.ts';

/** The whole product in one process. */
export interface Standalone {
  readonly port: number;
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
  return {
    port,
    host,
    async close() {
      await drain();
      await host.close();
    },
  };
}
