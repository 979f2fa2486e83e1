import { readFile } from 'node:fs/promises';
import { firstPasswordFile } from '@signalbox/identity/surface';
import { surfaces } from './base/services.ts';
import { settingsOrExit } from './base/process.ts';

/** The command `first-password`: prints the file that the first start wrote. Images have no other command that could print it. */
export async function printFirstPassword(): Promise<void> {
  const file = settingsOrExit(surfaces).get(firstPasswordFile);
  const password = file === null ? null : await readFile(file, 'utf8').catch(() => null);
  if (password === null) {
    process.stderr.write('There is no first password: FIRST_PASSWORD_FILE is empty, or the file was removed.\n');
    process.exitCode = 1;
  } else process.stdout.write(password);
}
