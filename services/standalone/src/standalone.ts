import type { HostOptions } from '@signalbox/host';
import { type Settings, SettingsProblem } from '@signalbox/kit';
import { FolderInUse, lockFolder } from '@signalbox/store';
import { openListening, type Running } from './base/open-listening.ts';
import { loadServices, surfaces } from './base/services.ts';

export type { Running };

/** Opens all services in this process and listens on PORT. Locks the data directory: a second process is refused. */
export async function openStandalone(options: Omit<HostOptions, 'surfaces'>): Promise<Running> {
  const lock = lockData(options.settings);
  try {
    const opened = await openListening(await loadServices(), { ...options, surfaces });
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
