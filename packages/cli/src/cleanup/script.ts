import ts from 'typescript-6';
import { bindScript, parseScript, type Symbols } from '../code/script-source.ts';
import type { Constants } from './constant.ts';

/** A parsed file in which evaluations are constants. */
export interface Script {
  readonly file: ts.SourceFile;
  readonly text: string;
  readonly symbols: Symbols;
  readonly constants: Constants;
}

/** A change of a text. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Parses a text. */
export function openScript(path: string, text: string, constants: Constants): Script {
  const file = parseScript(path, text);
  let symbols: Symbols | undefined;
  return { file, text, constants, symbols: (identifier) => (symbols ??= bindScript(file))(identifier) };
}

/** Applies edits. One that overlaps an earlier one in the list is left out, because the next pass finds it again. */
export function applyEdits(text: string, edits: readonly (readonly Edit[])[]): string {
  const accepted: Edit[] = [];
  const isFree = ({ start, end }: Edit): boolean => accepted.every((other) => end <= other.start || start >= other.end);
  for (const group of edits) if (group.every(isFree)) accepted.push(...group);
  return accepted
    .toSorted((one, other) => other.start - one.start)
    .reduce((changed, { start, end, text: replacement }) => changed.slice(0, start) + replacement + changed.slice(end), text);
}

/** Nodes in the order of the source, children before their parent. */
export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* nodesOf(child);
  yield node;
}

/** Names that occur as identifiers in a node, outside of some of its parts. */
export function identifiersOf(node: ts.Node, except: readonly ts.Node[] = []): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (each: ts.Node): void => {
    if (except.includes(each)) return;
    if (ts.isIdentifier(each)) names.add(each.text);
    ts.forEachChild(each, visit);
  };
  visit(node);
  return names;
}

/** The function that contains a node, or the file. */
export const containerOf = (node: ts.Node): ts.Node =>
  ts.findAncestor(node.parent, (each) => ts.isFunctionLike(each) || ts.isSourceFile(each) || ts.isClassStaticBlockDeclaration(each)) ??
  node.getSourceFile();

/** True if the top level of a file is not that of the page. */
export const isModule = (file: ts.SourceFile): boolean => ts.isExternalModule(file) || /\brequire\s*\(|\bexports\b/.test(file.text);

type List = ts.Block | ts.SourceFile | ts.CaseOrDefaultClause | ts.ModuleBlock;

/** The list of statements that a node has, if any. */
export const blockOf = (node: ts.Node): List | undefined =>
  ts.isBlock(node) || ts.isSourceFile(node) || ts.isCaseOrDefaultClause(node) || ts.isModuleBlock(node) ? node : undefined;
