import { rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Settings, SettingsProblem } from '@signalbox/kit';
import { firstPasswordFile } from '../base/settings.ts';

/** Where a generated password is written, null where it is printed. */
export interface FirstPasswordFile {
  readonly path: string;
  /** Removes the file: the password in it is nobody's. */
  readonly remove: () => Promise<void>;
}

/**
 * Writes the password for its owner's eyes alone, before it counts, so that a password that cannot be written is never one that only the
 * database knows. Never touches a file that is there: throws a `SettingsProblem` for it, and for a folder that cannot be written.
 */
export async function writeFirstPassword(settings: Settings, password: string): Promise<FirstPasswordFile | null> {
  const given = settings.get(firstPasswordFile);
  if (given === null) return null;
  const path = resolve(given);
  try {
    await writeFile(path, `${password}\n`, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    throw new SettingsProblem(sentenceFor(error as NodeJS.ErrnoException, path));
  }
  return { path, remove: () => rm(path) };
}

const sentenceFor = ({ code, message }: NodeJS.ErrnoException, path: string): string =>
  code === 'EEXIST'
    ? `${firstPasswordFile.name}: ${path} already exists, although there are no users. Signalbox never overwrites it: move it away.`
    : `${firstPasswordFile.name}: the password of the first administrator cannot be written to ${path}: ${message}. Use a file in a writable folder, or set INIT_ADMIN_PASSWORD.`;
