import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from './backup-location.ts';
import { BackupProblem } from './progress.ts';

const isBackup = (name: string): boolean => /^signalbox-[\dT-]+\.backup(?:\.age)?$/.test(name);

/** The file or object of a new backup: the target, or one named after the time in a folder, or under a prefix that ends in `/`. */
export async function newBackup(target: string, now: Date, ending: '.backup' | '.backup.age' = '.backup'): Promise<string> {
  const name = `signalbox-${now.toISOString().slice(0, 19).replaceAll(':', '-')}${ending}`;
  if (isObject(target)) return target.endsWith('/') ? `${target}${name}` : target;
  const isFolder = await stat(target).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isFolder ? join(target, name) : target;
}

/** Deletes all but the newest backups in a folder, by the time in their names. */
export async function keepNewest(folder: string, amount: number): Promise<void> {
  const names = (await readdir(folder)).filter(isBackup).toSorted();
  for (const name of names.slice(0, -amount)) await rm(join(folder, name));
}

/** Parses the number of backups to keep. */
export function readAmount(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new BackupProblem(`--keep must be a whole number from 1 to 9999, not ${text}.`);
  return Number(text);
}
