import { type Command as Parser, CommanderError, Command as NewParser, Option as ParserOption } from 'commander';
import { formats } from '../output/render.ts';
import { optionOf, settingOf, variableOf } from '../settings/settings.ts';
import { version } from '../base/version.ts';
import type { Argument, Command, Option, Table } from './command.ts';
import { exitCodes, exitCodeTexts, usageProblem } from '../base/problem.ts';
import type { Stream } from '../base/terminal.ts';

/** A command with its input: options and arguments by name. Settings are not resolved yet. */
export interface Parsed {
  readonly command: Command;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Options of every command. */
export const globalSettings = ['url', 'token', 'identity', 'idTokenFile'] as const;

/** Parses the words after `signalbox`. Returns undefined after printing help or the version. Throws `Problem` for a mistake. */
export function parse(words: readonly string[], { commands, nouns }: Table, stdout: Stream): Parsed | undefined {
  const [first, ...others] = words;
  const itself = commands.find(({ name, ownParser }) => ownParser === true && name === first);
  if (itself) return { command: itself, input: { words: others } };
  let parsed: Parsed | undefined;
  const root = rootParser(stdout);
  const parsers = new Map<string, Parser>();
  for (const command of commands) {
    const [noun = '', verb] = command.name.split(' ');
    const parent = verb === undefined ? root : (parsers.get(noun) ?? nounParser(root, noun, nouns));
    if (verb !== undefined) parsers.set(noun, parent);
    add(parent, verb ?? noun, command, (input) => {
      parsed = { command, input };
    });
  }
  try {
    root.parse([...words], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // A noun without a verb prints its help.
    if (error.exitCode !== 0 && error.code !== 'commander.help') throw usageProblem(error.message.replace(/^error: /, ''));
  }
  return parsed;
}

function rootParser(stdout: Stream): Parser {
  const root = new NewParser('signalbox')
    .description('Feature flags from the command line.')
    .version(version, '--version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      // The caller prints mistakes.
      outputError: () => undefined,
      writeErr: (text) => void stdout.write(text),
      getOutHelpWidth: () => stdout.columns ?? 100,
    })
    .addHelpText('after', `\nExit codes:\n${codes}\n\nIn a terminal the output is a table; otherwise it is JSON.`);
  for (const name of globalSettings) root.addOption(parserOption(name, { kind: 'setting', setting: name, optional: true }));
  root.addOption(new ParserOption('--output <format>', `${settingOf('output').description} [${variableOf('output')}]`).choices(formats));
  return root;
}

const codes = Object.entries(exitCodes)
  .map(([name, code]) => `  ${code}  ${exitCodeTexts[name as keyof typeof exitCodes]}`)
  .join('\n');

function nounParser(root: Parser, noun: string, nouns: Table['nouns']): Parser {
  const { summary = noun, alias } = nouns[noun] ?? {};
  const parser = root.command(noun).description(summary);
  if (alias !== undefined) parser.alias(alias);
  return parser.helpCommand(false);
}

function add(parent: Parser, word: string, command: Command, use: (input: Readonly<Record<string, unknown>>) => void): void {
  const parser = parent
    .command(word)
    .description([`${command.summary}.`, command.description].filter(Boolean).join('\n\n'))
    .summary(command.summary);
  const names = Object.keys(command.arguments);
  for (const [name, of] of Object.entries(command.arguments)) parser.argument(placeholderOf(name, of), of.description);
  for (const [name, of] of Object.entries(command.options)) parser.addOption(parserOption(name, of));
  parser.addHelpText('after', `\nExamples:\n${command.examples.map(({ line }) => `  ${line}`).join('\n')}`);
  parser.action((...values: unknown[]) => {
    const given = Object.fromEntries(names.map((name, index) => [name, values[index]]));
    use({ ...defaultsOf(command.options), ...parser.optsWithGlobals(), ...given });
  });
}

/** `<flag>`, `[file]` or `[files...]`. */
export const placeholderOf = (name: string, { optional = false, many = false }: Argument): string => {
  const [open, close] = optional ? ['[', ']'] : ['<', '>'];
  return `${open}${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}${many ? '...' : ''}${close}`;
};

/** Options that always have a value. */
const defaultsOf = (options: Command['options']): Readonly<Record<string, unknown>> => {
  const initial: Readonly<Partial<Record<Option['kind'], unknown>>> = { flag: false, texts: [] };
  return Object.fromEntries(
    Object.entries(options)
      .filter(([, { kind }]) => kind in initial)
      .map(([name, { kind }]) => [name, initial[kind]]),
  );
};

const collect = (value: string, previous: readonly string[] | undefined): readonly string[] => [...(previous ?? []), value];

function parseCount(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw usageProblem(`A whole number is required; got ${value}.`);
  return Number(value);
}

/** `-d, --data <file>`, without and with the placeholder of the value. */
export function flagsOf(name: string, option: Option): string {
  const short = 'short' in option && option.short !== undefined ? `-${option.short}, ` : '';
  switch (option.kind) {
    case 'flag':
      return short + optionOf(name);
    case 'choice':
      return `${optionOf(name)} <${name}>`;
    case 'setting':
      return `${optionOf(option.setting)} <${settingOf(option.setting).value}>`;
    default:
      return `${short}${optionOf(name)} <${option.value}>`;
  }
}

/** The sentence about an option in help and pages. */
export function descriptionOf(option: Option): string {
  if (option.kind !== 'setting') return option.description;
  const { description, default: initial, isList } = settingOf(option.setting);
  const note = [...(isList ? ['repeatable'] : []), ...(initial === undefined ? [] : [`default: ${[initial].flat().join(', ')}`])];
  return `${description}${note.length > 0 ? ` (${note.join('; ')})` : ''} [${variableOf(option.setting)}]`;
}

function parserOption(name: string, option: Option): ParserOption {
  const created = new ParserOption(flagsOf(name, option), descriptionOf(option));
  if (option.kind === 'choice') return created.choices(option.choices);
  if (option.kind === 'texts' || (option.kind === 'setting' && settingOf(option.setting).isList)) return created.argParser(collect);
  if (option.kind === 'number') return created.default(option.default).argParser(parseCount);
  return created;
}
