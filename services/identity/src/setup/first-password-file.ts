import { rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Settings, SettingsProblem } from '@signalbox/kit';
import { firstPasswordFile } from '../base/settings.ts';

/** File with a generated password. */
export interface FirstPasswordFile {
  readonly path: string;
  /** Removes the file, because the password was not used. */
  readonly remove: () => Promise<void>;
}

/**
 * Writes the password to a file that only its owner can read. This happens before its hash is stored: otherwise a failed write would leave
 * an unknown password. Returns null if the password is to be printed. Throws a `SettingsProblem` if the file exists or cannot be written.
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
