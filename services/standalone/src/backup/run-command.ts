import { parseArgs } from 'node:util';
import { openOrExit, settingsOrExit } from '@signalbox/host';
import type { Settings } from '@signalbox/kit';
import { asSettingsProblem } from '../base/as-settings-problem.ts';
import { surfaces } from '../base/services.ts';
import { BackupProblem, type ProgressListener, reportProgress } from './progress.ts';

/** Runs a command that needs one file. A `BackupProblem` is printed as a sentence, with exit code 1. */
export async function runCommand(
  words: readonly string[],
  option: 'to' | 'from',
  work: (settings: Settings, file: string, onProgress: ProgressListener, withoutKeys: boolean) => Promise<void>,
  done: (file: string) => string,
): Promise<void> {
  const withoutKeys = option === 'from' ? { 'without-keys': { type: 'boolean' as const } } : {};
  const values: Readonly<Record<string, unknown>> = parseArgs({
    args: [...words],
    options: { [option]: { type: 'string' as const }, ...withoutKeys },
  }).values;
  const file = values[option];
  const onProgress = reportProgress((line) => process.stderr.write(`${line}\n`));
  try {
    if (typeof file !== 'string') throw new BackupProblem(`Pass a file: --${option} FILE`);
    const settings = settingsOrExit(surfaces);
    await openOrExit(() => asSettingsProblem(work(settings, file, onProgress, values['without-keys'] === true)));
    process.stdout.write(`${done(file)}\n`);
  } catch (error) {
    if (!(error instanceof BackupProblem)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
