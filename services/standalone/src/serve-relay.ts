import { listen, onStop, openHost, openOrExit, processListener, settingsOrExit, showMetrics } from '@signalbox/host';
import { type Settings, SettingsProblem } from '@signalbox/kit';
import { delivery } from '@signalbox/delivery';
import { deliverySurface } from '@signalbox/delivery/surface';
import { relayService } from '@signalbox/relay';
import { environmentOf, readCommand } from '@signalbox/relay/arguments';
import { relaySurface, upstreamUrl } from '@signalbox/relay/surface';

/** The surfaces of a relay's process. */
export const relaySurfaces = [relaySurface, deliverySurface];

/** Runs a relay: delivery, with features and tokens from an upstream in place of the other services. */
export async function serveRelay(words: readonly string[]): Promise<void> {
  const command = await openOrExit(async () => readCommand(words));
  const settings = settingsOrExit(relaySurfaces, (environment) => environmentOf(command, environment));
  const relay = await openOrExit(() => openRelayProcess(settings));
  process.stdout.write(`relay listening on port ${relay.port}\n`);
  onStop(() => relay.close());
}

/** A running relay. */
export interface RelayProcess {
  readonly port: number;
  /** Stops accepting requests, lets running ones finish, then closes. */
  close(): Promise<void>;
}

/** Opens a relay in this process and listens on PORT. */
export async function openRelayProcess(settings: Settings): Promise<RelayProcess> {
  if (settings.get(upstreamUrl) === null) throw new SettingsProblem('UPSTREAM_URL is required.');
  const services = [relayService(), delivery];
  const host = await openHost(services, { settings, surfaces: relaySurfaces });
  const listening = listen(processListener(host, services), settings.port, settings.host);
  const { port, drain } = await listening.catch(async (error: unknown) => {
    await host.close();
    throw error;
  });
  const metrics = await showMetrics(host);
  return {
    port,
    async close() {
      await drain();
      await metrics?.drain();
      await host.close();
    },
  };
}
