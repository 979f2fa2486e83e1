import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Modules in few files, and what they were made of. */
export interface Bundle {
  /** Of the folder that it is in. */
  readonly name: string;
  /** The digest of each file that it was made of, by its path below the root. */
  readonly digests: Readonly<Record<string, string>>;
}

/** Says which bundle is the current one, in the folder of them. */
export const currentFile = 'current.json';

export const digestOf = (content: string | Buffer): string => createHash('sha1').update(content).digest('base64');

/** The current bundle; null where there is none. */
export function readBundle(folder: string): Bundle | null {
  try {
    return JSON.parse(readFileSync(join(folder, currentFile), 'utf8')) as Bundle;
  } catch {
    return null;
  }
}

/**
 * The file to import in place of the first module. Null where there is no bundle, or any file that it was made of is not as it was: each is
 * read, which takes 20 ms for a thousand, so that nobody runs what is no longer there. What packages have inside goes by the lockfile.
 */
export function findBundle(root: string, folder: string): string | null {
  const bundle = readBundle(folder);
  if (!bundle || !Object.entries(bundle.digests).every(([path, digest]) => digestIs(join(root, path), digest))) return null;
  const first = join(folder, bundle.name, 'first.js');
  return existsSync(first) ? first : null;
}

const digestIs = (path: string, digest: string): boolean => existsSync(path) && digestOf(readFileSync(path)) === digest;
