import { restore } from './restore-backup.ts';
import { runCommand } from './run-command.ts';

if (import.meta.main)
  await runCommand(
    'from',
    (settings, file, onProgress, withoutKeys) => restore(settings, file, { onProgress, withoutKeys }),
    (file) => `${file} is restored. All users have to log in again.`,
  );
