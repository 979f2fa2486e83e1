import { commands } from './commands.ts';

const words = process.argv.slice(2);
const load = commands[words[0] ?? ''];
// Without a command, the words are names of services. Without names, the process runs all of them.
if (load) await (await load())(words.slice(1));
else await (await import('./serve.ts')).serve(words);
