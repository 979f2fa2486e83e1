import { parseArgs } from 'node:util';
import { type Setting, SettingsProblem } from '@signalbox/kit';
import { relaySurface } from '../surface.ts';

/** Variables by name. */
type Variables = Readonly<Record<string, string | undefined>>;

/** The command line of a relay: its command, and the settings that it names. */
export interface Command {
  readonly name: 'edge';
  readonly settings: Variables;
}

/** Settings of every process that have other names or defaults here. */
const defaults: Variables = { PORT: '3063', DATA_DIR: '' };
const renamed: Readonly<Record<string, string>> = { BACKUP_FOLDER: 'DATA_DIR', INTERFACE: 'HOST' };

const shorts: Readonly<Record<string, string>> = { PORT: 'p', UPSTREAM_URL: 'u', TOKENS: 't', BACKUP_FOLDER: 'b', INTERFACE: 'i' };

const optionOf = (name: string): string => name.toLowerCase().replaceAll('_', '-');
const nameOf = (option: string): string => option.toUpperCase().replaceAll('-', '_');

/** Reads the arguments of a relay: each setting is an option too. Throws a `SettingsProblem` for an unknown one. */
export function readCommand(words: readonly string[]): Command {
  const names = [...(relaySurface.settings as readonly Setting<unknown>[]).map(({ name }) => name), 'PORT', ...Object.keys(renamed)];
  const options = Object.fromEntries(
    names.map((name) => [optionOf(name), { type: 'string', multiple: true, ...(shorts[name] && { short: shorts[name] }) }] as const),
  );
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
    const [name = 'edge', ...others] = positionals;
    if (name !== 'edge' || others.length > 0) throw new Error(`Unknown command '${positionals.join(' ')}'. Use edge`);
    const settings = Object.entries(values).map(([option, texts]) => [nameOf(option), (texts as string[]).join(',')]);
    return { name, settings: Object.fromEntries(settings) as Variables };
  } catch (error) {
    throw new SettingsProblem(`${(error as Error).message.replace(/\.$/, '')}.`);
  }
}

/** The environment of a relay: its defaults, the variables of the process, and the command's settings, each later one first. */
export function environmentOf({ settings }: Command, process: Variables): Variables {
  const given = { ...process, ...settings };
  const translated = Object.entries(renamed).flatMap(([name, own]) => (given[name] === undefined ? [] : [[own, given[name]]]));
  return { ...defaults, ...given, ...(Object.fromEntries(translated) as Variables) };
}
