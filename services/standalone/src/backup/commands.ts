import { parseArgs } from 'node:util';
import { backUp } from './back-up.ts';
import { decrypting, encrypting } from './encryption.ts';
import { keepNewest, newBackup, readAmount } from './backup-folder.ts';
import { isObject } from './backup-location.ts';
import { BackupProblem } from './progress.ts';
import { restore } from './restore-backup.ts';
import { type Command, runCommand } from './run-command.ts';

/**
 * The command `backup --to FILE`, `--to FOLDER --keep 14`, or `--to s3://bucket/name`; `--recipient age1...` encrypts the backup, also to
 * several.
 */
export const backupCommand = (words: readonly string[]): Promise<void> =>
  runCommand(() => {
    const options = { to: { type: 'string' }, keep: { type: 'string' }, recipient: { type: 'string', multiple: true } } as const;
    const { to, keep, recipient } = parseArgs({ args: [...words], options }).values;
    if (to === undefined) throw new BackupProblem('Pass a file, a folder or an object: --to FILE');
    const amount = keep === undefined ? null : readAmount(keep);
    return async (settings, onProgress) => {
      const encrypt = recipient && encrypting(recipient);
      if (amount !== null && isObject(to))
        throw new BackupProblem('--keep needs a folder. A lifecycle rule of the bucket deletes old objects.');
      const file = await newBackup(to, new Date(), encrypt ? '.backup.age' : '.backup');
      if (amount !== null && file === to) throw new BackupProblem('--keep needs a folder: --to FOLDER');
      await backUp(settings, file, { onProgress, encrypt });
      if (amount !== null) await keepNewest(to, amount);
      return `${file} is complete. ${encrypt ? 'Only the recipients can read it.' : 'Anyone who can read it can log in as any user.'}`;
    };
  });

/** The command `restore --from FILE`, or `--from s3://bucket/name`; `--identity FILE` decrypts it. */
export const restoreCommand = (words: readonly string[]): Promise<void> =>
  runCommand((): Command => {
    const options = {
      from: { type: 'string' },
      identity: { type: 'string' },
      'without-keys': { type: 'boolean', default: false },
    } as const;
    const { from, identity, 'without-keys': withoutKeys } = parseArgs({ args: [...words], options }).values;
    if (from === undefined) throw new BackupProblem('Pass a file or an object: --from FILE');
    return async (settings, onProgress) => {
      const decrypt = identity === undefined ? undefined : await decrypting(identity);
      await restore(settings, from, { onProgress, withoutKeys, decrypt });
      return `${from} is restored. All users have to log in again.`;
    };
  });
