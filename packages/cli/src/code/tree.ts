import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { git } from './git.ts';

/** A file of a tree. */
export interface TreeFile {
  /** Relative to the root, with slashes. */
  readonly path: string;
  /** The id of its content in git. */
  readonly blob: string;
  /** Undefined if the file is gone. */
  read(): Buffer | undefined;
}

/** The files of a checkout or a commit, by path. */
export type Tree = ReadonlyMap<string, TreeFile>;

/** Regular files; no links and no submodules. */
const entryPattern = /^100\d{3} (?:blob )?([0-9a-f]+)(?: \d)?\t(.+)$/s;

const entriesOf = (output: Buffer): (readonly [path: string, blob: string])[] =>
  output
    .toString()
    .split('\0')
    .flatMap((line) => {
      const [, blob, path] = entryPattern.exec(line) ?? [];
      return blob === undefined || path === undefined ? [] : [[path, blob] as const];
    });

/** The tracked files as they are in the working tree. */
export async function readWorkingTree(root: string): Promise<Tree> {
  const files = new Map(entriesOf(await git(root, ['ls-files', '-s', '-z'])));
  const modified = (await git(root, ['ls-files', '-m', '-z'])).toString().split('\0').filter(Boolean);
  const read = (path: string) => () => readIfPresent(join(root, path));
  for (const path of modified) {
    const content = read(path)();
    if (content === undefined) files.delete(path);
    else files.set(path, blobOf(content));
  }
  return new Map([...files].map(([path, blob]) => [path, { path, blob, read: read(path) }]));
}

/** The files of a commit. Contents that are also in the checkout are read from there. */
export async function readCommit(root: string, commit: string, checkout: Tree): Promise<Tree> {
  const files = entriesOf(await git(root, ['ls-tree', '-r', '-z', commit]));
  const differing = files.filter(([path, blob]) => checkout.get(path)?.blob !== blob);
  const contents = contentsOf(await git(root, ['cat-file', '--batch'], differing.map(([, blob]) => `${blob}\n`).join('')));
  return new Map(files.map(([path, blob]) => [path, { path, blob, read: () => contents.get(blob) ?? checkout.get(path)?.read() }]));
}

/** Contents by blob: each follows a line with its id and size. */
function contentsOf(output: Buffer): ReadonlyMap<string, Buffer> {
  const contents = new Map<string, Buffer>();
  for (let at = 0; at < output.length; ) {
    const start = output.indexOf('\n', at) + 1;
    const [blob = '', , size] = output.toString('utf8', at, start).trim().split(' ');
    const end = start + Number(size ?? 0);
    contents.set(blob, output.subarray(start, end));
    at = end + 1;
  }
  return contents;
}

function readIfPresent(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** The id that git gives a content. */
const blobOf = (content: Buffer): string => createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
