import { commands } from './commands.ts';

const words = process.argv.slice(2);
const load = commands[words[0] ?? ''];

/** Prints an invalid option of a command as one sentence, and ends with exit code 1. */
function refuseOption(error: NodeJS.ErrnoException): void {
  if (!String(error.code).startsWith('ERR_PARSE_ARGS_')) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

// Without a command, the words are names of services. Without names, the process runs all of them.
if (load) await (await load())(words.slice(1)).catch(refuseOption);
else await (await import('./serve.ts')).serve(words);
