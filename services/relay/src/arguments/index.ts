export { type Command, environmentOf, readCommand } from './read-command.ts';
