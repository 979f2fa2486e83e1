import { type Host, type HostOptions, listen, openHost, processListener, showMetrics } from '@signalbox/host';
import { type Settings, SettingsProblem } from '@signalbox/kit';
import { FolderInUse, lockFolder } from '@signalbox/store';
import { loadServices, surfaces } from './base/services.ts';

/** The product in one process. */
export interface Standalone {
  readonly port: number;
  /** Null if METRICS_PORT is not set or the port is unavailable. */
  readonly metricsPort: number | null;
  readonly host: Host;
  /** Stops accepting requests, lets running ones finish, then closes. */
  close(): Promise<void>;
}

/** Opens all services in this process and listens on PORT. Locks the data directory: a second process is refused. */
export async function openStandalone(options: Omit<HostOptions, 'surfaces'>): Promise<Standalone> {
  const lock = lockData(options.settings);
  try {
    const opened = await openServices(options);
    return { ...opened, close: () => opened.close().finally(() => lock.release()) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function lockData({ dataDir }: Settings): ReturnType<typeof lockFolder> {
  try {
    return lockFolder(dataDir);
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw new SettingsProblem(`DATA_DIR cannot be used: ${(error as Error).message}.`);
    throw new SettingsProblem(`DATA_DIR ${dataDir} is in use by another Signalbox. Stop it, or use another folder.`);
  }
}

async function openServices(options: Omit<HostOptions, 'surfaces'>): Promise<Standalone> {
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
