import { parseArgs } from 'node:util';
import { parse, type Setting, SettingsProblem } from '@signalbox/kit';
import { relaySettings } from '../setting/settings.ts';

/** Variables by name. */
type Variables = Readonly<Record<string, string | undefined>>;

const commandNames = ['edge', 'offline', 'health', 'ready'] as const;

/** The command line of a relay: its command, and the settings that it names. */
export interface Command {
  readonly name: (typeof commandNames)[number];
  readonly settings: Variables;
}

/** Settings of every process that have other defaults here. */
const defaults: Variables = { PORT: '3063', DATA_DIR: '', EDGE_URL: 'http://localhost:3063' };

/** Settings that have other names in Unleash Edge. */
const renamed: Readonly<Record<string, string>> = {
  BACKUP_FOLDER: 'DATA_DIR',
  INTERFACE: 'HOST',
  CORS_ORIGIN: 'FRONTEND_ORIGINS',
  PROXY_TRUSTED_SERVERS: 'TRUSTED_PROXIES',
  EDGE_AUTH_HEADER: 'TOKEN_HEADER',
};

/** Short options in front of the command, and behind each command. */
const shorts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '': { PORT: 'p', INTERFACE: 'i', BASE_PATH: 'b', APP_NAME: 'a', WORKERS: 'w', LOG_FORMAT: 'l' },
  edge: {
    UPSTREAM_URL: 'u',
    BACKUP_FOLDER: 'b',
    METRICS_INTERVAL_SECONDS: 'm',
    FEATURES_REFRESH_INTERVAL_SECONDS: 'f',
    TOKENS: 't',
    PRETRUSTED_TOKENS: 'p',
    CUSTOM_CLIENT_HEADERS: 'H',
    SKIP_SSL_VERIFICATION: 's',
  },
  offline: { BOOTSTRAP_FILE: 'b', TOKENS: 't', CLIENT_TOKENS: 'c', FRONTEND_TOKENS: 'f', RELOAD_INTERVAL: 'r' },
  health: { EDGE_URL: 'e' },
  ready: { EDGE_URL: 'e' },
};

const further = ['PORT', 'METRICS_PORT', 'LOG_LEVEL', 'EDGE_URL', ...Object.keys(renamed)];
const flags = new Set(['TRUST_PROXY', ...relaySettings.filter(isFlag).map(({ name }) => name)]);
const names = [...relaySettings.map(({ name }) => name), ...further, 'TRUST_PROXY'];

function isFlag({ parse: reader, name }: Setting<unknown>): boolean {
  return reader === parse.yesOrNo || name === 'TLS_ENABLE';
}

const optionOf = (name: string): string => name.toLowerCase().replaceAll('_', '-');
const nameOf = (option: string): string => option.toUpperCase().replaceAll('-', '_');

/** Reads the arguments of a relay: each setting is an option too. Throws a `SettingsProblem` for an unknown one. */
export function readCommand(words: readonly string[]): Command {
  const at = words.findIndex((word) => commandNames.includes(word as Command['name']));
  const [before, name, after] = at < 0 ? [words, 'edge', []] : [words.slice(0, at), words[at] as Command['name'], words.slice(at + 1)];
  return { name: name as Command['name'], settings: { ...readOptions(before, ''), ...readOptions(after, name ?? '') } };
}

function readOptions(words: readonly string[], command: string): Variables {
  const options = Object.fromEntries(
    names.map((name) => {
      const short = shorts[command]?.[name];
      return [optionOf(name), { type: flags.has(name) ? 'boolean' : 'string', multiple: true, ...(short && { short }) }] as const;
    }),
  );
  try {
    const { values } = parseArgs({ args: [...words], options });
    const given = Object.entries(values).map(([option, texts]) => [nameOf(option), (texts as (string | boolean)[]).join(',')]);
    return Object.fromEntries(given) as Variables;
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split('. ');
    throw new SettingsProblem(`${sentence.replace(/\.$/, '')}. See docs/relay.md for all options.`);
  }
}

/** The environment of a relay: its defaults, the variables of the process, and the options of the command, each later one first. */
export function environmentOf(command: Command, variables: Variables): Variables {
  const given = { ...variables, ...command.settings };
  const translated = Object.entries(renamed).flatMap(([name, own]) => (given[name] === undefined ? [] : [[own, given[name]]]));
  const proxies = given['TRUST_PROXY'] === 'true' && !given['PROXY_TRUSTED_SERVERS'] ? { TRUSTED_PROXIES: '0.0.0.0/0,::/0' } : {};
  return { ...defaults, ...given, ...(Object.fromEntries(translated) as Variables), ...proxies };
}
