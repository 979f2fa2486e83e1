import ts from 'typescript-6';
import { bare } from '../code/script-source.ts';
import { type Constant, type Constants, isPrimitive, literalOf } from './constant.ts';
import { foldExpression } from './fold-expression.ts';
import { foldJsx } from './fold-jsx.ts';
import { foldSpread } from './fold-spread.ts';
import { foldStatement } from './fold-statement.ts';
import { propagate, type Uses, usesOf } from './propagate.ts';
import { findUnused, type HasEffects } from './remove-unused.ts';
import { applyEdits, type Edit, nodesOf, openScript, type Script } from './script.ts';

const maxPasses = 500;

/** Folds everything that follows from the constants of a text, removes unused declarations, and writes the remaining constants as literals. */
export function foldScript(path: string, original: string, replaced: string, constants: Constants, hasEffects: HasEffects): string {
  const isUnusedAnyway = new Set(findUnused(openScript(path, original, constants), hasEffects).map(({ key }) => key));
  const folded = repeat(replaced, (text) => foldOnce(openScript(path, text, constants)));
  const cleaned = repeat(folded, (text) => {
    const unused = findUnused(openScript(path, text, constants), hasEffects).filter(({ key }) => !isUnusedAnyway.has(key));
    return applyEdits(
      text,
      unused.slice(0, 1).map(({ edit }) => [edit]),
    );
  });
  return withLiterals(openScript(path, cleaned, constants));
}

function repeat(text: string, pass: (text: string) => string): string {
  let [before, after] = ['', text];
  for (let count = 0; before !== after; count++) {
    if (count > maxPasses) throw new Error('The folds of a file have no end.');
    [before, after] = [after, pass(after)];
  }
  return after;
}

function foldOnce(script: Script): string {
  const edits: (readonly Edit[])[] = [];
  let uses: Uses | undefined;
  for (const node of nodesOf(script.file)) {
    const found = ts.isVariableDeclaration(node) ? propagate(node, script, (uses ??= usesOf(script))) : foldNode(node, script);
    if (found) edits.push(found);
  }
  return applyEdits(script.text, edits);
}

function foldNode(node: ts.Node, script: Script): readonly Edit[] | undefined {
  if (ts.isJsxExpression(node)) return foldJsx(node, script);
  if (ts.isSpreadAssignment(node)) return foldSpread(node, script);
  if (ts.isStatement(node)) return foldStatement(node, script);
  return ts.isExpression(node) ? foldExpression(node, script) : undefined;
}

/** Writes constants as literals. Throws if one has no literal. */
function withLiterals({ file, text, constants }: Script): string {
  const quote = (text.match(/'/g)?.length ?? 0) >= (text.match(/"/g)?.length ?? 0) ? "'" : '"';
  const edits: Edit[][] = [];
  for (const node of nodesOf(file)) {
    const constant = ts.isIdentifier(node) ? constants.find(node.text) : undefined;
    if (constant === undefined) continue;
    if (constant.isReference || (hasGaps(constant) && text.includes('payload')))
      throw new UnfoldableError('the value is passed on as an object of the SDK');
    if (isUsedAsPromise(node)) throw new UnfoldableError('the value is used as a promise');
    const literal = literalOf(constant.value, quote) + wideType(node, constant.value);
    const isNumber = typeof constant.value === 'number' && ts.isPropertyAccessExpression(node.parent);
    const needsParentheses = literal.startsWith('-') || isNumber || (!isPrimitive(constant) && !isPlainContext(node));
    edits.push([{ start: node.getStart(), end: node.end, text: needsParentheses ? `(${literal})` : literal }]);
  }
  return applyEdits(text, edits);
}

/** True for `isEnabled('x').then(…)`: the function is not the one of an SDK. */
function isUsedAsPromise(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node && /^(?:then|catch|finally)$/.test(parent.name.text);
  return ts.isExpression(parent) && ts.isExpression(node) && bare(parent) === bare(node) && isUsedAsPromise(parent);
}

/** True for objects that lack optional members, which other code may read. */
const hasGaps = (constant: Constant): boolean => !isPrimitive(constant) && Object.values(constant.value as object).includes(undefined);

/** The type of a constant, where the compiler would otherwise use that of the literal and report comparisons. */
function wideType({ parent }: ts.Node, value: unknown): string {
  const isConst = ts.isVariableDeclaration(parent) && (parent.parent.flags & ts.NodeFlags.Const) !== 0 && parent.type === undefined;
  const isTyped = /\.[cm]?tsx?$/.test(parent.getSourceFile().fileName) && /^(?:boolean|string|number)$/.test(typeof value);
  return isTyped && (isConst || ts.isSwitchStatement(parent) || ts.isCaseClause(parent)) ? ` as ${typeof value}` : '';
}

/** A value that the patch cannot write, and why. */
export class UnfoldableError extends Error {}

const isPlainContext = ({ parent }: ts.Node): boolean =>
  ts.isVariableDeclaration(parent) ||
  ts.isReturnStatement(parent) ||
  ts.isPropertyAssignment(parent) ||
  ts.isCallExpression(parent) ||
  ts.isArrayLiteralExpression(parent) ||
  ts.isJsxExpression(parent);
