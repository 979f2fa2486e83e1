import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { locationOf, type Rule, root, type SourceFile } from './source.ts';

const leftOut = /(?:^|\/)(?:node_modules|data|dist|\.git)(?:\/|$)/;

/** Returns all text files of the workspace, sorted by path. */
export function readTexts(): SourceFile[] {
  const found = globSync(['**/*', '**/.*', '.*/**/*'], { cwd: root, exclude: (path) => leftOut.test(path) });
  const paths = found.filter((path) => statSync(join(root, path)).isFile());
  const files = [...new Set(paths)].sort().map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  return files.filter(({ text }) => !text.includes('\0'));
}

/** Reports merge conflict markers. */
export const conflictsAreSolved: Rule = (files) =>
  files.flatMap((file) =>
    [...file.text.matchAll(/^(?:<{7}|>{7}|\|{7})(?= |$)/gm)].map(({ index }) => `${locationOf(file, index)} unresolved merge conflict`),
  );

const fileName = /(?<=`)[\w@./-]+\.(?:ts|mjs|md|json|ya?ml|sql|sh)(?=`)/g;
/** Placeholder names: `x.schema.ts`, `migrations/NNNN-what-it-holds.ts`. */
const anyName = /(?:^|\/)(?:x\.|NNNN-)/;

/** File names in pages that match no file: relative to the root or the page, or as the end of a path. */
export function missingFiles(pages: readonly SourceFile[], paths: readonly string[]): string[] {
  const ends = new Set(paths.flatMap((path) => path.split('/').map((_, start, parts) => parts.slice(start).join('/'))));
  return pages.flatMap((page) =>
    [...page.text.matchAll(fileName)]
      .filter(({ 0: name }) => !anyName.test(name) && !ends.has(normalize(name)) && !ends.has(normalize(join(dirname(page.path), name))))
      .map(({ 0: name, index }) => `${locationOf(page, index)} unknown file: ${name}`),
  );
}
