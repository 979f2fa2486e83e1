import { parseArgs } from 'node:util';
import { backUp } from './back-up.ts';
import { fileFor, keepNewest, readAmount } from './backup-folder.ts';
import { BackupProblem } from './progress.ts';
import { restore } from './restore-backup.ts';
import { type Command, runCommand } from './run-command.ts';

/** The command `backup --to FILE`, or `--to FOLDER --keep 14`. */
export const backupCommand = (words: readonly string[]): Promise<void> =>
  runCommand(() => {
    const options = { to: { type: 'string' }, keep: { type: 'string' } } as const;
    const { to, keep } = parseArgs({ args: [...words], options }).values;
    if (to === undefined) throw new BackupProblem('Pass a file or a folder: --to FILE');
    const amount = keep === undefined ? null : readAmount(keep);
    return async (settings, onProgress) => {
      const file = await fileFor(to, new Date());
      if (amount !== null && file === to) throw new BackupProblem('--keep needs a folder: --to FOLDER');
      await backUp(settings, file, onProgress);
      if (amount !== null) await keepNewest(to, amount);
      return `${file} is complete. Anyone who can read it can log in as any user.`;
    };
  });

/** The command `restore --from FILE`. */
export const restoreCommand = (words: readonly string[]): Promise<void> =>
  runCommand((): Command => {
    const options = { from: { type: 'string' }, 'without-keys': { type: 'boolean', default: false } } as const;
    const { from, 'without-keys': withoutKeys } = parseArgs({ args: [...words], options }).values;
    if (from === undefined) throw new BackupProblem('Pass a file: --from FILE');
    return async (settings, onProgress) => {
      await restore(settings, from, { onProgress, withoutKeys });
      return `${from} is restored. All users have to log in again.`;
    };
  });
