import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import ts from 'typescript-6';
import type { CallRules } from '../code/facts.ts';
import { openLinker, openResolver } from '../code/link-names.ts';
import { positionsOf } from '../code/read-text.ts';
import { chainsOf, type CodeReference, type ScannedTree } from '../code/scan-tree.ts';
import { isScript, isTest } from '../code/sdk-calls.ts';
import type { Tree } from '../code/tree.ts';
import { openConstants } from './constant.ts';
import { foldScript, UnfoldableError } from './fold-script.ts';
import { openModuleEffects } from './module-effects.ts';
import { removeDefinitions } from './remove-definitions.ts';
import { type RefusedCall, replaceCalls, type Target } from './replace-calls.ts';
import { applyEdits, openScript } from './script.ts';
import type { Winner } from './winner.ts';

/** A changed file. */
interface PatchedFile {
  readonly path: string;
  readonly text: string;
  /** A unified diff. */
  readonly diff: string;
}

/** The patch that removes a flag from scripts, and everything that it leaves. */
export interface Patch {
  readonly files: readonly PatchedFile[];
  readonly refused: readonly RefusedCall[];
  /** References that the patch does not touch: tests, documents, other languages and constants in use. */
  readonly remaining: readonly CodeReference[];
}

interface PatchInput {
  readonly root: string;
  readonly tree: Tree;
  readonly scanned: ScannedTree;
  readonly flag: string;
  readonly winner: Winner;
  readonly rules: CallRules;
  readonly dropsArguments: boolean;
}

/** Patches the scripts of a tree, except tests. Nothing is written. */
export function patchTree({ root, tree, scanned, ...input }: PatchInput): Patch {
  const references = scanned.references.filter(({ feature }) => feature === input.flag);
  const target: Target = { ...input, link: openLinker(root, tree), chains: chainsOf(references) };
  const hasEffects = openModuleEffects(tree, openResolver(root, tree));
  const named = [...references.filter(({ kind }) => kind === 'evaluation'), ...scanned.computed];
  const paths = [...new Set(named.map(({ path }) => path))].filter((path) => isScript(path) && !isTest(path)).sort();
  const texts = new Map<string, string>();
  const refused: RefusedCall[] = [];
  const original = (path: string): string => tree.get(path)?.read()?.toString() ?? '';
  for (const path of paths) {
    const result = patchScript(path, original(path), target, (specifier) => hasEffects(path, specifier));
    refused.push(...result.refused);
    if (result.text !== original(path)) texts.set(path, result.text);
  }
  const templates = [...tree.values()].flatMap((file) => (isTemplate(file.path) ? (file.read()?.toString() ?? []) : []));
  const isInTemplate = (symbol: string): boolean => templates.some((text) => text.includes(symbol.split('.')[0] as string));
  const definitions = references.filter(
    ({ kind, path, symbol = '' }) => kind === 'definition' && isScript(path) && !(symbol !== '' && isInTemplate(symbol)),
  );
  if (definitions.length > 0) {
    const scripts = [...tree.keys()].filter(isScript);
    const all = new Map(scripts.map((path) => [path, texts.get(path) ?? original(path)]));
    for (const [path, text] of removeDefinitions(definitions, all)) texts.set(path, text);
  }
  const files = [...texts]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, text]) => ({ path, text, diff: diffOf(path, original(path), text) }));
  return { files, refused, remaining: references.filter((each) => isLeft(each, texts.get(each.path), refused)) };
}

/** True for files whose scripts are not parsed. */
const isTemplate = (path: string): boolean => /\.(?:vue|svelte|astro|mdx)$/.test(path);

/** Patches one text. A file that cannot be patched completely safe stays as it is. */
export function patchScript(
  path: string,
  text: string,
  target: Target,
  hasEffects: (specifier: string) => boolean,
): { readonly text: string; readonly refused: readonly RefusedCall[] } {
  const constants = openConstants(text);
  const script = openScript(path, text, constants);
  const { edits, refused } = replaceCalls(script, path, target);
  if (edits.length === 0) return { text, refused };
  const refuse = (reason: string) => ({ text, refused: [...refused, { path, ...positionsOf(text)(edits[0]?.start ?? 0), reason }] });
  if (hasMistakes(path, text)) return refuse('the file cannot be parsed');
  try {
    const patched = foldScript(
      path,
      text,
      applyEdits(
        text,
        edits.map((edit) => [edit]),
      ),
      constants,
      hasEffects,
    );
    return hasMistakes(path, patched) ? refuse('the result cannot be parsed') : { text: withLineEndsOf(text, patched), refused };
  } catch (error) {
    if (error instanceof UnfoldableError) return refuse(error.message);
    throw error;
  }
}

/** Folds add lines that end in `\n`. */
const withLineEndsOf = (original: string, patched: string): string =>
  /\r\n/.test(original) && !/(?<!\r)\n/.test(original) ? patched.replaceAll(/(?<!\r)\n/g, '\r\n') : patched;

const hasMistakes = (fileName: string, text: string): boolean =>
  (
    ts.transpileModule(text, {
      fileName,
      reportDiagnostics: true,
      compilerOptions: { jsx: ts.JsxEmit.Preserve, target: ts.ScriptTarget.ESNext },
    }).diagnostics ?? []
  ).length > 0;

/** Evaluations in patched files are gone unless they were refused, and definitions if their symbol is. A name may be part of another word. */
function isLeft({ path, line, kind, feature }: CodeReference, patched: string | undefined, refused: readonly RefusedCall[]): boolean {
  if (patched === undefined || kind === 'test') return true;
  if (kind === 'evaluation') return refused.some((call) => call.path === path && call.line === line);
  return patched.includes(feature);
}

const diffOf = (path: string, before: string, after: string): string =>
  createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, { context: 3, headerOptions: FILE_HEADERS_ONLY });
