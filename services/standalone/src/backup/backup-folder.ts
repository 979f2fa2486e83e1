import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupProblem } from './progress.ts';

const isBackup = (name: string): boolean => /^signalbox-[\dT-]+\.backup(?:\.age)?$/.test(name);

/** The file of a new backup: the target, or a file named after the time if the target is a folder. */
export async function fileFor(target: string, now: Date, ending: '.backup' | '.backup.age' = '.backup'): Promise<string> {
  const isFolder = await stat(target).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const time = now.toISOString().slice(0, 19).replaceAll(':', '-');
  return isFolder ? join(target, `signalbox-${time}${ending}`) : target;
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
