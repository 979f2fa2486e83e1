import { readdir } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { usageProblem } from '../base/problem.ts';

/** The file in which an export records what it wrote. It is no document. */
export const exportRecordName = '.signalbox-export.json';

/** The file with the ids of a list, next to documents that name its hash. It is no document either. */
export const listFileOf = (hash: string): string => `lists/${hash}.txt`;
const isListFile = (name: string): boolean => /^[0-9a-f]{64}\.txt$/.test(name);

/** Finds the files that match patterns with `*`, `**` and `?`, sorted, without duplicates. Throws for a pattern that matches nothing. */
export async function findFiles(folder: string, patterns: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(patterns.map((pattern) => matchesOf(folder, pattern)));
  return [...new Set(found.flat())].sort();
}

async function matchesOf(folder: string, pattern: string): Promise<readonly string[]> {
  if (!/[*?]/.test(pattern)) return [resolve(folder, pattern)];
  const parts = pattern.split('/');
  const fixed = parts.slice(
    0,
    parts.findIndex((part) => /[*?]/.test(part)),
  );
  const base = resolve(folder, fixed.join('/') || (pattern.startsWith('/') ? '/' : '.'));
  const entries = await readdir(base, { recursive: true, withFileTypes: true }).catch((error: Error) => {
    throw usageProblem(`${pattern} matches no file: ${error.message}`);
  });
  const expression = expressionOf(resolve(folder, pattern).split(sep).join('/'));
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name !== exportRecordName && !isListFile(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const matches = paths.filter(
    (path) => !relative(base, path).split(sep).includes('node_modules') && expression.test(path.split(sep).join('/')),
  );
  if (matches.length === 0) throw usageProblem(`${pattern} matches no file.`);
  return matches;
}

/** The regular expression of a pattern: `**` matches any folders, including none. */
function expressionOf(pattern: string): RegExp {
  const source = pattern.replaceAll(/\*\*\/|\*\*|\*|\?|[.+^${}()|[\]\\]/g, (found) => {
    if (found === '**/') return '(?:.*/)?';
    if (found === '**') return '.*';
    if (found === '*') return '[^/]*';
    return found === '?' ? '[^/]' : `\\${found}`;
  });
  return new RegExp(`^${source}$`);
}
