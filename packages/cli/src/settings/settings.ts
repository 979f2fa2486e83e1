/** A setting: its description, and its value if nothing sets it. */
interface Setting {
  readonly description: string;
  /** Name of its value in the help. */
  readonly value: string;
  readonly default?: string | readonly string[];
  readonly isList?: true;
  /** False if signalbox.json may not contain it. */
  readonly inFile: boolean;
}

/** All settings. Options, environment variables, signalbox.json and its schema derive from this table. */
export const settings = {
  url: { description: 'Address of the server', value: 'url', default: 'http://localhost:4242', inFile: true },
  project: { description: 'Project', value: 'id', default: 'default', inFile: true },
  environment: { description: 'Environment', value: 'name', inFile: true },
  files: {
    description: 'Files that describe the project, as patterns relative to signalbox.json',
    value: 'pattern',
    default: ['flags/**/*.yaml'],
    isList: true,
    inFile: true,
  },
  set: { description: 'Name under which these files own what they create', value: 'name', inFile: true },
  calls: {
    description: 'Own functions that evaluate a flag by its name, such as `isOn` or `flags.on`',
    value: 'function',
    isList: true,
    inFile: true,
  },
  identity: { description: 'Workload identity that CI jobs act as', value: 'name', inFile: true },
  idTokenFile: { description: 'File with the ID token of a CI job', value: 'file', inFile: false },
  token: { description: 'Access token; prefer the environment variable', value: 'token', inFile: false },
  output: { description: 'Format of the output', value: 'format', inFile: false },
} as const satisfies Readonly<Record<string, Setting>>;

/** The name of a setting. */
export type SettingName = keyof typeof settings;

/** The type of each setting's value. */
export type SettingValues = {
  readonly [Name in SettingName]: (typeof settings)[Name] extends { readonly isList: true } ? readonly string[] : string;
};

/** A value and where it comes from. */
interface Resolved {
  readonly value: string | readonly string[];
  /** An option, an environment variable, the path of a file, or `default`. */
  readonly origin: string;
}

/** All settings that have a value. */
export type Settings = Readonly<Partial<Record<SettingName, Resolved>>>;

/** Names of all settings. */
export const settingNames = Object.keys(settings) as readonly SettingName[];

/** The declaration of a setting. */
export const settingOf = (name: SettingName): Setting => settings[name];

/** The option of a setting: `--id-token-file`. */
export const optionOf = (name: string): string => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** The environment variable of a setting: `SIGNALBOX_ID_TOKEN_FILE`. */
export const variableOf = (name: SettingName): string => `SIGNALBOX_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

interface Sources {
  /** Values given as options. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The nearest signalbox.json, if any. */
  readonly file: { readonly path: string; readonly content: Readonly<Record<string, string | readonly string[]>> } | undefined;
}

/** Resolves all settings: option, then environment variable, then file, then default. */
export function resolveSettings({ options, env, file }: Sources): Settings {
  const resolve = (name: SettingName): Resolved | undefined => {
    const given = options[name];
    if (typeof given === 'string' || (Array.isArray(given) && given.length > 0))
      return { value: given as string | string[], origin: optionOf(name) };
    const variable = env[variableOf(name)];
    if (variable) return { value: settingOf(name).isList ? variable.split(',') : variable, origin: variableOf(name) };
    const written = file?.content[name];
    if (file && written !== undefined) return { value: written, origin: file.path };
    const initial = settingOf(name).default;
    return initial === undefined ? undefined : { value: initial, origin: 'default' };
  };
  return Object.fromEntries(settingNames.flatMap((name) => [[name, resolve(name)] as const].filter(([, value]) => value !== undefined)));
}
