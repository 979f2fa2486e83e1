import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exitCodes } from '../base/problem.ts';
import { command, flagOption } from '../command/command.ts';
import { findPatch } from './find-patch.ts';
import { cleanupArguments, cleanupOptions } from './plan-cleanup.ts';

export const patchCleanup = command({
  name: 'cleanup patch',
  summary: 'Remove a flag from TypeScript and JavaScript',
  description:
    'Prints a unified diff, or writes the files with --write. Tests stay as they are. Evaluations that cannot be replaced safely are ' +
    'listed, and the exit code is then 2.',
  arguments: cleanupArguments,
  options: { ...cleanupOptions, write: flagOption('Write the files') },
  examples: [
    { line: 'signalbox cleanup patch new-checkout --winner on', text: 'Prints the patch.' },
    { line: 'signalbox cleanup patch new-checkout --winner on --write', text: 'Changes the files.' },
  ],
  async run({ flag, write, ...input }, session) {
    const { root, winner, files, refused, remaining } = await findPatch({ flag, ...input }, session);
    if (write) for (const { path, text } of files) await writeFile(join(root, path), text);
    for (const { path, line, column, reason } of refused) session.note(`${path}:${line}:${column} not changed: ${reason}`);
    for (const { path, line, kind } of remaining) session.note(`${path}:${line} remains (${kind})`);
    const exitCode = refused.length > 0 ? exitCodes.differences : exitCodes.done;
    const diff = files.map((file) => file.diff).join('');
    if (session.settings.output === undefined && !write) {
      session.terminal.stdout.write(diff);
      return exitCode;
    }
    const data = { flag, winner, written: write, files: files.map((file) => ({ path: file.path, diff: file.diff })), refused, remaining };
    return { data, text: write ? files.map(({ path }) => `Wrote ${path}`).join('\n') : diff.trimEnd(), isDiff: true, exitCode };
  },
});
