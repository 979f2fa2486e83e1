import { dirname } from 'node:path';
import type { Command, CommandSession } from './command/command.ts';
import { commands, nouns } from './commands.ts';
import { parse, type Parsed } from './command/parse.ts';
import { type ExitCode, exitCodes, Problem, usageProblem } from './base/problem.ts';
import { openSession } from './command/session.ts';
import { shielded, type Terminal } from './base/terminal.ts';
import { type Format, formats } from './output/render.ts';
import { readSettingsFile } from './settings/settings-file.ts';
import { optionOf, resolveSettings, type Settings, variableOf } from './settings/settings.ts';

const table = { commands, nouns };

/** Runs the words after `signalbox`. Returns the exit code. Prints only the answer to stdout, and problems to stderr. */
export async function run(words: readonly string[], given: Terminal): Promise<ExitCode> {
  const terminal = { ...given, stdout: shielded(given.stdout), stderr: shielded(given.stderr) };
  try {
    const parsed = parse(words, table, terminal.stdout);
    if (parsed === undefined) return exitCodes.done;
    const { command, input } = parsed;
    const file = await readSettingsFile(terminal.cwd);
    const settings = resolveSettings({ options: input, env: terminal.env, file });
    const format = formatOf(settings) ?? (terminal.stdout.isTTY ? 'table' : 'json');
    const session = openSession({ table, settings, terminal, format, folder: file ? dirname(file.path) : terminal.cwd });
    return await execute(command, { ...inputOf(parsed), ...settingsOf(command, settings) }, session);
  } catch (error) {
    const problem = error instanceof Problem ? error : unexpected(error, terminal);
    terminal.stderr.write(describe(problem, isJsonChosen(words, terminal)));
    return problem.exitCode;
  }
}

async function execute(command: Command, input: Readonly<Record<string, unknown>>, session: CommandSession): Promise<ExitCode> {
  const answer = await command.run(input as never, session);
  if (answer === undefined || typeof answer === 'number') return answer ?? exitCodes.done;
  await session.print(answer);
  return answer.exitCode ?? exitCodes.done;
}

/** The input without the options of every command. */
const inputOf = ({ command, input }: Parsed): Readonly<Record<string, unknown>> =>
  Object.fromEntries([...Object.keys(command.arguments), ...Object.keys(command.options)].map((name) => [name, input[name]]));

function formatOf({ output }: Settings): Format | undefined {
  if (output === undefined) return undefined;
  const format = formats.find((each) => each === output.value);
  if (format === undefined) throw usageProblem(`${output.origin} must be one of ${formats.join(', ')}; got ${output.value as string}.`);
  return format;
}

/** The settings that a command takes, by the names of its options. Throws if a required one has no value. */
function settingsOf({ options }: Command, settings: Settings): Readonly<Record<string, unknown>> {
  const values = Object.entries(options).map(([name, option]) => {
    if (option.kind !== 'setting') return [];
    const { value } = settings[option.setting] ?? {};
    if (value === undefined && !option.optional)
      throw usageProblem(
        `${option.setting} is required: use ${optionOf(option.setting)}, ${variableOf(option.setting)} or signalbox.json.`,
      );
    return [[name, value] as const];
  });
  return Object.fromEntries(values.flat());
}

const unexpected = (error: unknown, { signal }: Terminal): Problem =>
  signal.aborted
    ? new Problem('Interrupted', 'Interrupted.')
    : new Problem('UnexpectedError', error instanceof Error ? error.message : String(error));

const isJsonChosen = (words: readonly string[], { env }: Terminal): boolean =>
  /--output[ =](?:nd)?json\b/.test(words.join(' ')) || /^(?:nd)?json$/.test(env[variableOf('output')] ?? '');

/** The problem for stderr: a sentence, or JSON if the caller chose JSON. */
function describe({ name, message, details }: Problem, asJson: boolean): string {
  if (asJson) return `${JSON.stringify({ name, message, details })}\n`;
  const more = details.flatMap((detail) => {
    const { path, message: reason } = detail as { path?: string; message?: string };
    return reason === undefined || reason === message ? [] : [`  ${path === undefined ? '' : `${path}: `}${reason}\n`];
  });
  return `signalbox: ${message}\n${more.join('')}`;
}
