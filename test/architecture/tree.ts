import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { locationOf, type Rule, root, type SourceFile } from './source.ts';

const leftOut = /(?:^|\/)(?:node_modules|data|dist|\.git)(?:\/|$)/;

/** Every file of the workspace that is text, in the order of the paths. */
export function readTexts(): SourceFile[] {
  const found = globSync(['**/*', '**/.*', '.*/**/*'], { cwd: root, exclude: (path) => leftOut.test(path) });
  const paths = found.filter((path) => statSync(join(root, path)).isFile());
  const files = [...new Set(paths)].sort().map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  return files.filter(({ text }) => !text.includes('\0'));
}

/** What a merge leaves behind where it could not decide. */
export const conflictsAreSolved: Rule = (files) =>
  files.flatMap((file) =>
    [...file.text.matchAll(/^(?:<{7}|>{7}|\|{7})(?= |$)/gm)].map(({ index }) => `${locationOf(file, index)} a conflict of a merge is left`),
  );

const fileName = /(?<=`)[\w@./-]+\.(?:ts|mjs|md|json|ya?ml|sql|sh)(?=`)/g;
/** Names that stand for many: `x.schema.ts`, `migrations/NNNN-what-it-holds.ts`. */
const anyName = /(?:^|\/)(?:x\.|NNNN-)/;

/** The file names that a page quotes and that lead to no file: from the root, from the page, or by their end. */
export function missingFiles(pages: readonly SourceFile[], paths: readonly string[]): string[] {
  const ends = new Set(paths.flatMap((path) => path.split('/').map((_, start, parts) => parts.slice(start).join('/'))));
  return pages.flatMap((page) =>
    [...page.text.matchAll(fileName)]
      .filter(({ 0: name }) => !anyName.test(name) && !ends.has(normalize(name)) && !ends.has(normalize(join(dirname(page.path), name))))
      .map(({ 0: name, index }) => `${locationOf(page, index)} there is no file ${name}`),
  );
}
