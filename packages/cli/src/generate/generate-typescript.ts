import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { choiceOption, command, flagOption, settingOption, textOption } from '../command/command.ts';
import { exitCodes, usageProblem } from '../base/problem.ts';
import { sentenceOf } from '../output/answer.ts';
import { readFlags } from './read-flags.ts';
import { typescriptFor } from './typescript.ts';
import { clients } from './typescript-clients.ts';

export const generateTypescript = command({
  name: 'generate typescript',
  summary: 'Generate TypeScript types for the flags of a project',
  description:
    'A misspelled flag or variant then fails to compile. For other languages, use the OpenFeature CLI with the manifest of the server.',
  options: {
    project: settingOption('project'),
    client: choiceOption('SDK of the application (default: unleash-client)', clients),
    file: textOption('File to write; without it, the code is printed', 'file', 'f'),
    check: flagOption('Write nothing, and exit with 2 if the file is out of date'),
  },
  examples: [
    { line: 'signalbox generate typescript --file src/flags.ts', text: 'Writes types for `unleash-client`.' },
    { line: 'signalbox generate typescript --file src/flags.ts --check', text: 'Fails a CI job if the file is out of date.' },
    { line: 'signalbox generate typescript --client react --file src/use-flag.ts', text: 'Writes typed hooks for React.' },
  ],
  async run({ project, client = 'unleash-client', file, check }, session) {
    if (check && file === undefined) throw usageProblem('--check requires --file.');
    const code = typescriptFor(client, project, await readFlags(await session.api(), project));
    if (file === undefined) {
      session.terminal.stdout.write(code);
      return undefined;
    }
    const path = resolve(session.terminal.cwd, file);
    const isCurrent = (await readFile(path, 'utf8').catch(() => '')) === code;
    if (check) return isCurrent ? sentenceOf({ file, changed: false }, `${file} is up to date.`) : outdated(file);
    if (!isCurrent) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, code);
    }
    return sentenceOf({ file, changed: !isCurrent }, `${file} is ${isCurrent ? 'up to date' : 'written'}.`);
  },
});

const outdated = (file: string) => ({
  ...sentenceOf({ file, changed: true }, `${file} is out of date. Run the command without --check.`),
  exitCode: exitCodes.differences,
});
