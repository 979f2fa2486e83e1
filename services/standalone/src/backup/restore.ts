import { restore } from './restore-backup.ts';
import { runCommand } from './run-command.ts';

if (import.meta.main)
  await runCommand(
    'from',
    (settings, file, told) => restore(settings, file, { told }),
    (file) => `${file} is restored. Everybody has to log in again.`,
  );
