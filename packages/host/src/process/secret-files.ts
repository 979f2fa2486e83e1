import { readFileSync } from 'node:fs';
import { allSettings, fileVariableOf, SettingsProblem, type Surface } from '@signalbox/kit';

/** Variables of an environment, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment with secrets from files: `INTERNAL_SECRET_FILE` names a file with the value of `INTERNAL_SECRET`. Empty variables count as
 * absent, because compose files pass those. Throws a `SettingsProblem` for unreadable files and values that are set twice.
 */
export function withSecretFiles(environment: Environment, surfaces: readonly Surface[]): Environment {
  const problems: string[] = [];
  const read = (name: string, variable: string, file: string): string | undefined => {
    if (environment[name]) problems.push(`${name} is set twice: remove it or ${variable}.`);
    try {
      return readFileSync(file, 'utf8').trim();
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
