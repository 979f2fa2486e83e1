import type { Api } from '../api/api.ts';
import type { FoundToken } from '../credentials/find-token.ts';
import type { Terminal } from '../base/terminal.ts';
import type { Format } from '../output/render.ts';
import type { Answer } from '../output/answer.ts';
import type { SettingName, Settings, SettingValues } from '../settings/settings.ts';
import type { ExitCode } from '../base/problem.ts';

/** An argument by position. `many` takes all remaining words. */
export interface Argument {
  readonly description: string;
  readonly optional?: boolean;
  readonly many?: boolean;
}

/** An option. Settings are options that environment variables and signalbox.json may set as well. */
export type Option =
  | { readonly kind: 'flag'; readonly description: string; readonly short?: string }
  | { readonly kind: 'text'; readonly description: string; readonly value: string; readonly short?: string }
  | { readonly kind: 'texts'; readonly description: string; readonly value: string; readonly short?: string }
  | { readonly kind: 'number'; readonly description: string; readonly value: string; readonly default: number }
  | { readonly kind: 'choice'; readonly description: string; readonly choices: readonly string[] }
  | { readonly kind: 'setting'; readonly setting: SettingName; readonly optional: boolean };

/** A command line that works, and a sentence about it. Tests run it. */
export interface Example {
  readonly line: string;
  readonly text: string;
  readonly exitCode?: ExitCode;
}

type ArgumentValue<A extends Argument> = A extends { readonly many: true }
  ? readonly string[]
  : A extends { readonly optional: true }
    ? string | undefined
    : string;

type OptionValue<O extends Option> = O extends { readonly kind: 'flag' }
  ? boolean
  : O extends { readonly kind: 'texts' }
    ? readonly string[]
    : O extends { readonly kind: 'number' }
      ? number
      : O extends { readonly kind: 'choice'; readonly choices: readonly (infer Choice)[] }
        ? Choice | undefined
        : O extends { readonly kind: 'setting'; readonly setting: infer Name extends SettingName; readonly optional: infer Optional }
          ? Optional extends true
            ? SettingValues[Name] | undefined
            : SettingValues[Name]
          : string | undefined;

/** The values of arguments and options, by name. */
type InputOf<A extends Readonly<Record<string, Argument>>, O extends Readonly<Record<string, Option>>> = {
  readonly [Name in keyof A]: ArgumentValue<A[Name]>;
} & { readonly [Name in keyof O]: OptionValue<O[Name]> };

/** Everything that a running command uses. */
export interface CommandSession {
  readonly settings: Settings;
  readonly terminal: Terminal;
  readonly format: Format;
  /** All commands. */
  readonly table: Table;
  /** Folder of signalbox.json, or the current folder. Patterns of files are relative to it. */
  readonly folder: string;
  readonly findToken: () => Promise<FoundToken | undefined>;
  /** Opens the API of the server, once. */
  readonly api: () => Promise<Api>;
  /** Prints a part of the answer while the command runs. */
  readonly print: (answer: Answer) => Promise<void>;
  /** True if the terminal shows colors. */
  readonly hasColor: boolean;
  /** Prints a remark for users to stderr. */
  readonly note: (text: string) => void;
  /** Asks the user. Throws if there is no terminal to ask on. */
  readonly confirm: (question: string, instead: string) => Promise<boolean>;
}

/** A command: `flag list` is the verb `list` of the noun `flag`. Parsing, help, completion and pages derive from it. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** Further sentences for its page and its help. */
  readonly description?: string;
  readonly arguments: Readonly<Record<string, Argument>>;
  /** By name in camel case: `dryRun` is `--dry-run`. */
  readonly options: Readonly<Record<string, Option>>;
  readonly examples: readonly Example[];
  /** True if the command parses its words itself: they are its only argument. */
  readonly ownParser?: true;
  run(input: never, session: CommandSession): Promise<Answer | ExitCode | undefined>;
}

/** All commands, and the nouns of two-word commands. */
export interface Table {
  readonly commands: readonly Command[];
  readonly nouns: Readonly<Record<string, { readonly summary: string; readonly alias?: string }>>;
}

interface Declaration<A extends Readonly<Record<string, Argument>>, O extends Readonly<Record<string, Option>>> {
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  readonly arguments?: A;
  readonly options?: O;
  readonly examples: readonly Example[];
  readonly ownParser?: true;
  run(input: InputOf<A, O>, session: CommandSession): Promise<Answer | ExitCode | undefined>;
}

type None = Readonly<Record<never, never>>; // oxlint-disable-line typescript/no-generated-empty-object-type

/** Declares a command. The types of its input follow from its arguments and options. */
export const command = <const A extends Readonly<Record<string, Argument>> = None, const O extends Readonly<Record<string, Option>> = None>(
  declaration: Declaration<A, O>,
): Command => ({ arguments: {}, options: {}, ...declaration });

/** An argument by position. */
export const argument = (description: string) => ({ description }) as const;
/** An argument that may be left out. */
export const optionalArgument = (description: string) => ({ description, optional: true }) as const;
/** All remaining arguments. */
export const remainingArguments = (description: string) => ({ description, optional: true, many: true }) as const;

/** An option without a value. */
export const flagOption = (description: string, short?: string) =>
  ({ kind: 'flag', description, ...(short !== undefined && { short }) }) as const;
/** An option with a value. `value` names it in the help. */
export const textOption = (description: string, value: string, short?: string) =>
  ({ kind: 'text', description, value, ...(short !== undefined && { short }) }) as const;
/** An option that may be repeated. */
export const repeatedOption = (description: string, value: string, short?: string) =>
  ({ kind: 'texts', description, value, ...(short !== undefined && { short }) }) as const;
/** An option with a whole number. */
export const numberOption = (description: string, value: string, initial: number) =>
  ({ kind: 'number', description, value, default: initial }) as const;
/** An option with one of several values. */
export const choiceOption = <const Choices extends readonly string[]>(description: string, choices: Choices) =>
  ({ kind: 'choice', description, choices }) as const;
/** A setting as an option. The command fails if it has no value. */
export const settingOption = <const Name extends SettingName>(setting: Name) => ({ kind: 'setting', setting, optional: false }) as const;
/** A setting as an option that may have no value. */
export const optionalSetting = <const Name extends SettingName>(setting: Name) => ({ kind: 'setting', setting, optional: true }) as const;
