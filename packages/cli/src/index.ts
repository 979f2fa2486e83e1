export { type Command, type Example } from './command/command.ts';
export { commands } from './commands.ts';
export { type CommandPage, describeCommands } from './command/describe-commands.ts';
export { type ExitCode, exitCodes } from './base/problem.ts';
export { type Stream, type Terminal } from './base/terminal.ts';
export { run } from './run.ts';
export { settingsSchema } from './settings/settings-file.ts';
