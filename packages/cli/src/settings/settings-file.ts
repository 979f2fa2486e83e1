import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { decodeText } from '@signalbox/contracts/decode-text';
import { usageProblem } from '../base/problem.ts';
import { settingNames, settingOf, settings, type SettingName } from './settings.ts';

/** The name of the settings file. */
export const settingsFileName = 'signalbox.json';

/** A valid settings file. */
export interface SettingsFile {
  readonly path: string;
  readonly content: Readonly<Record<string, string | readonly string[]>>;
}

/** Reads the nearest signalbox.json in a folder or above it. Throws if it is invalid or contains a secret. */
export async function readSettingsFile(folder: string): Promise<SettingsFile | undefined> {
  const path = join(folder, settingsFileName);
  const text = await readFile(path)
    .then(decodeText)
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
      throw usageProblem(`${path} cannot be read: ${error.message}`);
    });
  if (text !== undefined) return { path, content: parseSettings(path, text) };
  const parent = dirname(folder);
  return parent === folder ? undefined : readSettingsFile(parent);
}

const secretName = /token|secret|password|credential|api_?key/i;
/** API tokens, personal tokens and JSON Web Tokens. */
const secretValue = /^(?:\S+:\S+\.[\w-]{20,}|user:\S{20,}|ey[\w-]+\.[\w-]+\.[\w-]*)$/;

/** Parses the text of a settings file. Throws if it is invalid or contains a secret. */
export function parseSettings(path: string, text: string): SettingsFile['content'] {
  const content = parseJson(path, text);
  if (typeof content !== 'object' || content === null || Array.isArray(content)) throw usageProblem(`${path} must contain an object.`);
  const entries = Object.entries(content as Readonly<Record<string, unknown>>).filter(([name]) => name !== '$schema');
  for (const [name, value] of entries) {
    if (secretName.test(name) || [value].flat().some((each) => typeof each === 'string' && secretValue.test(each)))
      throw usageProblem(`${path} contains a secret in ${name}. Remove it, revoke it, and use signalbox login or SIGNALBOX_TOKEN.`);
    validate(path, name, value);
  }
  return Object.fromEntries(entries) as SettingsFile['content'];
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw usageProblem(`${path} is not valid JSON: ${(error as Error).message}`);
  }
}

const fileSettings = settingNames.filter((name) => settings[name].inFile);

function validate(path: string, name: string, value: unknown): void {
  if (!fileSettings.includes(name as SettingName))
    throw usageProblem(`${path} has the unknown property ${name}. Use: ${fileSettings.join(', ')}.`);
  const isText = (each: unknown): boolean => typeof each === 'string' && each !== '';
  const { isList } = settingOf(name as SettingName);
  if (isList ? !(Array.isArray(value) && value.every(isText)) : !isText(value))
    throw usageProblem(`${path}: ${name} must be ${isList ? 'a list of texts' : 'a text'}.`);
}

/** The JSON Schema of signalbox.json. */
export const settingsSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Settings of the Signalbox command line',
  type: 'object',
  additionalProperties: false,
  properties: {
    $schema: { type: 'string' },
    ...Object.fromEntries(
      fileSettings.map((name) => {
        const { description, isList, default: initial } = settingOf(name);
        const text = { type: 'string', minLength: 1 };
        return [
          name,
          { description, ...(isList ? { type: 'array', items: text } : text), ...(initial !== undefined && { default: initial }) },
        ];
      }),
    ),
  },
};
