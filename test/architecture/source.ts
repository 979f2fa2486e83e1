import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of the workspace. Its path is relative to the root. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Returns findings, one sentence each, beginning with `path:line`. A rule reads only the given files. */
export type Rule = (files: readonly SourceFile[]) => string[];

/** The folder of the workspace. */
export const root = join(import.meta.dirname, '..', '..');

const codeFolders = '{packages,services,test,tools,deploy}';
const skipped = /(?:^|\/)(?:node_modules|data|dist)(?:\/|$)/;

/** Returns all matching files, sorted by path. */
export function readFiles(...patterns: string[]): SourceFile[] {
  const paths = globSync(patterns, { cwd: root, exclude: (path) => skipped.test(path) });
  return paths.sort().map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

export const readCode = (): SourceFile[] => readFiles(`${codeFolders}/**/*.{ts,tsx,mjs,cjs}`);
export const readPages = (): SourceFile[] => readFiles('*.md', 'docs/**/*.md', `${codeFolders}/**/*.md`);

/** Returns `path:line` of the character at `index`. */
export const locationOf = (file: SourceFile, index: number): string => `${file.path}:${file.text.slice(0, index).split('\n').length}`;

/** True for tests and for code that only tests use. */
export const isTest = ({ path }: Pick<SourceFile, 'path'>): boolean =>
  /\.(?:test|long|suite|fixture)\.ts$/.test(path) || path.startsWith('test/');
