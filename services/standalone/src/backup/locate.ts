import type { Settings } from '@signalbox/kit';
import { type BackupLocation, isObject } from './backup-location.ts';
import { fileAt } from './file-location.ts';

/** Returns the object or the file of this name. Throws a `BackupProblem` for an invalid name. */
export async function locate(target: string, settings: Settings): Promise<BackupLocation> {
  // Few backups need this client, and it is large.
  return isObject(target) ? (await import('./object-location.ts')).objectAt(target, settings) : fileAt(target);
}
