import { openOrExit, settingsOrExit } from '../base/process.ts';
import type { Settings } from '@signalbox/kit';
import { asSettingsProblem } from '../base/as-settings-problem.ts';
import { surfaces } from '../base/services.ts';
import { backupSurface } from './surface.ts';
import { BackupProblem, type ProgressListener, reportProgress } from './progress.ts';

/** Work of a command. Resolves with the sentence to print. */
export type Command = (settings: Settings, onProgress: ProgressListener) => Promise<string>;

/** Runs a command, whose options are read first. A `BackupProblem` is printed as a sentence, with exit code 1. */
export async function runCommand(read: () => Command): Promise<void> {
  const onProgress = reportProgress((line) => process.stderr.write(`${line}\n`));
  try {
    const work = read();
    const settings = settingsOrExit([...surfaces, backupSurface]);
    const done = await openOrExit(() => asSettingsProblem(work(settings, onProgress)));
    process.stdout.write(`${done}\n`);
  } catch (error) {
    if (!(error instanceof BackupProblem)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
