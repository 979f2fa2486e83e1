import { readFileSync } from 'node:fs';
import { allSettings, fileVariableOf, readSettings, type Settings, SettingsProblem, type Surface } from '@signalbox/kit';

/** Variables of an environment, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment with secrets from files: `INTERNAL_SECRET_FILE` names a file with the value of `INTERNAL_SECRET`. Empty variables count as
 * absent, because compose files pass those. Throws a `SettingsProblem` for unreadable or empty files, and for values that are set twice.
 */
export function withSecretFiles(environment: Environment, surfaces: readonly Surface[]): Environment {
  const problems: string[] = [];
  const read = (name: string, variable: string, file: string): string | undefined => {
    if (environment[name]) problems.push(`${name} is set twice: remove it or ${variable}.`);
    try {
      const value = readFileSync(file, 'utf8').trim();
      if (value === '') problems.push(`${variable} names an empty file: ${file}.`);
      return value;
    } catch (error) {
      problems.push(`${variable} cannot be read: ${(error as Error).message}.`);
      return undefined;
    }
  };
  const values = allSettings(surfaces)
    .filter(({ secret }) => secret)
    .map((setting) => ({ name: setting.name, variable: fileVariableOf(setting) }))
    .flatMap(({ name, variable }) => (environment[variable] ? [[name, read(name, variable, environment[variable])] as const] : []));
  if (problems.length > 0) throw new SettingsProblem(problems.join('\n'));
  return { ...environment, ...Object.fromEntries(values) };
}

/** Reads the settings of this process's environment, or of one derived from it. Invalid settings end the process with a message. */
export function settingsOrExit(surfaces: readonly Surface[], derive = (environment: Environment) => environment): Settings {
  try {
    return readSettings(derive(withSecretFiles(process.env, surfaces)), surfaces);
  } catch (error) {
    return exitOver(error);
  }
}

/** Returns the result of `open`. A setting that proves invalid ends the process with a message. */
export async function openOrExit<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    return exitOver(error);
  }
}

function exitOver(error: unknown): never {
  if (!(error instanceof SettingsProblem)) throw error;
  process.stderr.write(`Signalbox cannot start. Please correct these settings:\n${error.message}\n`);
  process.exit(2);
}

/** Runs `end` once at the first SIGTERM or SIGINT. A second signal ends the process at once. */
export function onStop(end: () => Promise<void>): void {
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1);
    stopping = true;
    end().catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
      process.exitCode = 1;
    });
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
