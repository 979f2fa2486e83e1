import { audit } from '@signalbox/audit';
import { delivery } from '@signalbox/delivery';
import { gateway } from '@signalbox/gateway';
import { type Host, type HostOptions, listen, openHost, processListener } from '@signalbox/host';
import { identity } from '@signalbox/identity';
import { playground } from '@signalbox/playground';
import { toggles } from '@signalbox/toggles';

/** Every service, the gateway first: the one that listens. */
export const everyService = [gateway, identity, toggles, delivery, playground, audit] as const;

/** The whole product in one process. */
export interface Standalone {
  readonly port: number;
  readonly host: Host;
  /** Stops accepting, lets requests finish, then closes. */
  close(): Promise<void>;
}

/** Opens every service in this process and listens on PORT. */
export async function openStandalone(options: HostOptions): Promise<Standalone> {
  const host = await openHost(everyService, options);
  const listening = listen(processListener(host, everyService), options.settings.port, options.settings.host);
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
