import { restore } from './restore-backup.ts';
import { runCommand } from './run-command.ts';

if (import.meta.main)
  await runCommand(
    'from',
    (settings, file, told, withoutKeys) => restore(settings, file, { told, withoutKeys }),
    (file) => `${file} is restored. All users have to log in again.`,
  );
