import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeText } from '@signalbox/contracts/decode-text';
import { usageProblem } from '../base/problem.ts';
import { exportRecordName } from './find-files.ts';

/** Files by path relative to the folder, each with the SHA-256 of its content. */
export type ExportedFiles = ReadonlyMap<string, string>;

/** For each project, the SHA-256 of each file that its last export wrote. */
type ExportRecord = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Deletes files of the project's last export that this one did not write, unless they have been edited since or another project's export
 * wrote them too. Records the written files. Returns the paths of deleted files.
 */
export async function deleteUnwritten(folder: string, project: string, written: ExportedFiles): Promise<readonly string[]> {
  const { [project]: last = {}, ...others } = await readRecord(folder);
  const needed = new Set([...written.keys(), ...Object.values(others).flatMap((files) => Object.keys(files))]);
  const deleted: string[] = [];
  for (const [path, hash] of Object.entries(last)) {
    const text = needed.has(path) || !isExported(path) ? undefined : await readIfPresent(join(folder, path));
    if (text === undefined || hashOfText(text) !== hash) continue;
    await rm(join(folder, path));
    deleted.push(path);
  }
  await writeFile(join(folder, exportRecordName), `${JSON.stringify({ ...others, [project]: Object.fromEntries(written) }, null, 2)}\n`);
  return deleted;
}

/** An edited record must not name files elsewhere. */
const isExported = (path: string): boolean => /^[a-z-]+\/[^/\\]+\.(?:yaml|txt)$/.test(path);

export const hashOfText = (text: string): string => createHash('sha256').update(text).digest('hex');

async function readRecord(folder: string): Promise<ExportRecord> {
  const text = await readIfPresent(join(folder, exportRecordName));
  try {
    return JSON.parse(text ?? '{}') as ExportRecord;
  } catch (error) {
    throw usageProblem(`${exportRecordName} is not valid JSON: ${(error as Error).message}. Delete it, and export again.`);
  }
}

const readIfPresent = (path: string): Promise<string | undefined> =>
  readFile(path)
    .then(decodeText)
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
