import { backUp } from './back-up.ts';
import { restore } from './restore-backup.ts';
import { runCommand } from './run-command.ts';

/** The command `backup --to FILE`. */
export const backupCommand = (words: readonly string[]): Promise<void> =>
  runCommand(words, 'to', backUp, (file) => `${file} is complete. Anyone who can read it can log in as any user.`);

/** The command `restore --from FILE`. */
export const restoreCommand = (words: readonly string[]): Promise<void> =>
  runCommand(
    words,
    'from',
    (settings, file, onProgress, withoutKeys) => restore(settings, file, { onProgress, withoutKeys }),
    (file) => `${file} is restored. All users have to log in again.`,
  );
