import { backUp } from './back-up.ts';
import { runCommand } from './run-command.ts';

if (import.meta.main) await runCommand('to', backUp, (file) => `${file} is complete. Anyone who can read it can log in as any user.`);
