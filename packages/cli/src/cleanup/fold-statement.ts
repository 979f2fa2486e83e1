import ts from 'typescript-6';
import { bare } from '../code/script-source.ts';
import { resolveExpression } from '../code/resolve-name.ts';
import { type Constant, isPrimitive } from './constant.ts';
import { evaluate, literalValue } from './fold-expression.ts';
import { isPure } from './purity.ts';
import { containerOf, type Edit, identifiersOf, isModule, blockOf, type Script } from './script.ts';
import { indentAt, replaceStatement, shifted } from './statement-text.ts';

/** Folds a statement of which a part is constant. */
export function foldStatement(node: ts.Statement, script: Script): readonly Edit[] | undefined {
  if (ts.isLabeledStatement(node.parent)) return undefined;
  if (ts.isIfStatement(node)) return foldIf(node, script);
  if (ts.isSwitchStatement(node)) return foldSwitch(node, script);
  if (ts.isWhileStatement(node)) {
    const condition = evaluate(node.expression, script);
    const isDropped = condition !== undefined && !condition.value && !declaresForOthers([node.statement], node);
    return isDropped ? [replaceStatement(node, script.text)] : undefined;
  }
  return ts.isExpressionStatement(node) && evaluate(node.expression, script) ? [replaceStatement(node, script.text)] : undefined;
}

/** The truth of a condition, and the operand that is evaluated before and has side effects. */
interface Decision {
  readonly isTrue: boolean;
  readonly effect?: ts.Expression;
}

function decide(node: ts.Expression, script: Script): Decision | undefined {
  const inner = bare(node);
  const constant = evaluate(inner, script);
  if (constant) return { isTrue: Boolean(constant.value) };
  if (ts.isPrefixUnaryExpression(inner) && inner.operator === ts.SyntaxKind.ExclamationToken) {
    const operand = decide(inner.operand, script);
    return operand && { ...operand, isTrue: !operand.isTrue };
  }
  if (!ts.isBinaryExpression(inner)) return undefined;
  const { left, operatorToken, right } = inner;
  const decided = decide(right, script);
  const { kind } = operatorToken;
  if (kind !== ts.SyntaxKind.AmpersandAmpersandToken && kind !== ts.SyntaxKind.BarBarToken) return undefined;
  const decisive = kind === ts.SyntaxKind.BarBarToken;
  if (decided === undefined || decided.effect || decided.isTrue !== decisive) return undefined;
  return { isTrue: decided.isTrue, ...(!isPure(left) && { effect: left }) };
}

function foldIf(node: ts.IfStatement, script: Script): readonly Edit[] | undefined {
  const decision = decide(node.expression, script);
  if (decision === undefined) return undefined;
  const [chosen, dropped] = decision.isTrue ? [node.thenStatement, node.elseStatement] : [node.elseStatement, node.thenStatement];
  if (dropped && declaresForOthers([dropped], node)) return undefined;
  const { text } = script;
  const effect =
    decision.effect &&
    `${/^(?:\{|function\b|class\b)/.test(decision.effect.getText()) ? `(${decision.effect.getText()})` : decision.effect.getText()};`;
  if (blockOf(node.parent)) {
    if (chosen === undefined) return [replaceStatement(node, text, effect)];
    const body = bodyOf(chosen, node, script);
    const separator = `\n${indentAt(text, node.getStart())}`;
    const edit = replaceStatement(node, text, [effect, body].filter(Boolean).join(separator));
    return [edit, ...(endsHere(chosen) ? withoutRest(node) : [])];
  }
  if (effect !== undefined) return undefined;
  const { parent } = node;
  if (chosen === undefined && ts.isIfStatement(parent) && parent.elseStatement === node)
    return [{ start: parent.thenStatement.end, end: node.end, text: '' }];
  return [{ start: node.getStart(), end: node.end, text: chosen ? branchOf(chosen, node, script) : '{}' }];
}

/** A statement as the only one of a branch. */
function branchOf(chosen: ts.Statement, target: ts.Node, script: Script): string {
  const moved = shiftedTo(script, chosen.getStart(), chosen.end, indentAt(script.text, chosen.getStart()), target);
  const isPlain = ts.isBlock(chosen) || ts.isExpressionStatement(chosen) || ts.isReturnStatement(chosen) || ts.isThrowStatement(chosen);
  return isPlain || (ts.isIfStatement(chosen) && ts.isIfStatement(target.parent) && target.parent.elseStatement === target)
    ? moved
    : `{ ${moved} }`;
}

const shiftedTo = ({ file, text }: Script, start: number, end: number, from: string, target: ts.Node): string =>
  shifted(file, { start, end }, from, indentAt(text, target.getStart()));

/** The statements of a branch for the list that contains `target`. A block stays if its names could meet others. */
function bodyOf(chosen: ts.Statement, target: ts.Statement, script: Script): string {
  if (!ts.isBlock(chosen)) return shiftedTo(script, chosen.getStart(), chosen.end, indentAt(script.text, chosen.getStart()), target);
  const from = chosen.statements[0] ? indentAt(script.text, chosen.statements[0].getStart()) : '';
  if (!canMerge(chosen.statements, target, script))
    return shiftedTo(script, chosen.getStart(), chosen.end, closingIndent(chosen, script), target);
  return linesOf(script, chosen.getStart() + 1, chosen.end - 1, from, target);
}

const closingIndent = (block: ts.Block, { text }: Script): string => indentAt(text, block.end - 1);

/** The lines of a range without white space around them. */
function linesOf(script: Script, start: number, end: number, from: string, target: ts.Node): string {
  const source = script.text.slice(start, end);
  const first = start + (source.length - source.trimStart().length);
  return shiftedTo(script, first, Math.max(first, start + source.trimEnd().length), from, target);
}

/** True if statements of a block can join the list that contains `target`. */
function canMerge(statements: readonly ts.Statement[], target: ts.Node, { file }: Script): boolean {
  const names = statements.flatMap(lexicalNames);
  if (names.length === 0) return true;
  const container = containerOf(target);
  if (names.includes('') || (ts.isSourceFile(container) && !isModule(file))) return false;
  const others = identifiersOf(container, [target]);
  return names.every((name) => !others.has(name));
}

/** Names that a statement declares in its block. Functions and `using` are '' because they must stay in it. */
function lexicalNames(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement)) {
    const { flags, declarations } = statement.declarationList;
    if ((flags & ts.NodeFlags.BlockScoped) === 0) return [];
    return (flags & ts.NodeFlags.Using) !== 0 ? [''] : declarations.flatMap(({ name }) => [...identifiersOf(name)]);
  }
  if (ts.isFunctionDeclaration(statement)) return [''];
  const isDeclaration =
    ts.isClassDeclaration(statement) ||
    ts.isEnumDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement);
  return isDeclaration ? [statement.name?.text ?? ''] : [];
}

/** Names of `var` and functions in nodes, which are visible outside of their block. */
function hoistedNames(nodes: readonly ts.Node[]): readonly string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionDeclaration(node) && node.name) names.push(node.name.text);
    if (ts.isVariableDeclarationList(node) && (node.flags & ts.NodeFlags.BlockScoped) === 0)
      names.push(...node.declarations.flatMap(({ name }) => [...identifiersOf(name)]));
    if (!ts.isFunctionLike(node) && !ts.isClassLike(node)) ts.forEachChild(node, visit);
  };
  nodes.forEach(visit);
  return names;
}

/** True if other code uses names that dropped nodes declare. */
function declaresForOthers(dropped: readonly ts.Node[], node: ts.Node, more: readonly string[] = []): boolean {
  const names = [...hoistedNames(dropped), ...more];
  if (names.length === 0) return false;
  const others = identifiersOf(containerOf(node), dropped);
  return names.some((name) => others.has(name));
}

/** True if no statement behind this one runs. */
function endsHere(statement: ts.Statement): boolean {
  if (ts.isBlock(statement)) return statement.statements.some(endsHere);
  return (
    ts.isReturnStatement(statement) || ts.isThrowStatement(statement) || ts.isContinueStatement(statement) || ts.isBreakStatement(statement)
  );
}

/** Removes the statements behind one that ends its list, unless other code uses their names. */
function withoutRest(node: ts.Statement): readonly Edit[] {
  const list = blockOf(node.parent);
  const statements: readonly ts.Statement[] = list?.statements ?? [];
  const rest = statements.slice(statements.indexOf(node) + 1);
  const last = rest.at(-1);
  if (last === undefined || ts.isSourceFile(node.parent)) return [];
  const isUsed = declaresForOthers(rest, node, rest.flatMap(lexicalNames).filter(Boolean));
  return isUsed ? [] : [{ start: node.end, end: last.end, text: '' }];
}

function foldSwitch(node: ts.SwitchStatement, script: Script): readonly Edit[] | undefined {
  const value = evaluate(node.expression, script);
  const { clauses } = node.caseBlock;
  if (value === undefined || !isPrimitive(value) || !blockOf(node.parent)) return undefined;
  const values = clauses.map((clause) => (ts.isCaseClause(clause) ? caseValue(clause.expression, script) : null));
  if (values.includes(undefined)) return undefined;
  const matched = values.findIndex((each) => each && each.value === value.value);
  const first = matched === -1 ? clauses.findIndex(ts.isDefaultClause) : matched;
  const run = first === -1 ? [] : statementsFrom(clauses.slice(first));
  if (run === undefined || run.some(hasBreak)) return undefined;
  const chosen = new Set<ts.Node>(run.flatMap((each) => [each, ...(ts.isBlock(each.parent) ? [each.parent] : [])]));
  const dropped = clauses.flatMap(({ statements }) => statements.filter((each) => !chosen.has(each)));
  if (declaresForOthers(dropped, node, dropped.flatMap(lexicalNames).filter(Boolean))) return undefined;
  if (run.length === 0) return [replaceStatement(node, script.text)];
  const isMerged = canMerge(run, node, script);
  const indent = indentAt(script.text, node.getStart());
  const inner = isMerged ? '' : '  ';
  const lines = run.map((each) =>
    shifted(script.file, { start: commentedStart(each, script), end: each.end }, indentAt(script.text, each.getStart()), indent + inner),
  );
  const body = lines.join(`\n${indent}${inner}`);
  const edit = replaceStatement(node, script.text, isMerged ? body : `{\n${indent}${inner}${body}\n${indent}}`);
  return [edit, ...(run.some(endsHere) ? withoutRest(node) : [])];
}

function caseValue(node: ts.Expression, script: Script): Constant | undefined {
  const known = resolveExpression(node, script.symbols);
  return evaluate(node, script) ?? literalValue(node) ?? (known?.kind === 'text' ? { value: known.text } : undefined);
}

/** The start of a statement with the comments directly above it. */
const commentedStart = (node: ts.Statement, { text }: Script): number =>
  ts.getLeadingCommentRanges(text, node.getFullStart())?.find(({ pos }) => text.slice(node.getFullStart(), pos).includes('\n'))?.pos ??
  node.getStart();

/** The statements that run from the first of some clauses on, without the final `break`. Undefined if that is unclear. */
function statementsFrom(clauses: readonly ts.CaseOrDefaultClause[]): readonly ts.Statement[] | undefined {
  const all = clauses.flatMap(({ statements }) => {
    const [only, ...others] = statements;
    return only && ts.isBlock(only) && others.length === 0 && only.statements.some(endsHere) ? [...only.statements] : [...statements];
  });
  const end = all.findIndex(endsHere);
  if (end === -1) return all;
  const last = all[end] as ts.Statement;
  return ts.isBreakStatement(last) && last.label === undefined ? all.slice(0, end) : all.slice(0, end + 1);
}

/** True if a statement contains a `break` of the switch around it. */
function hasBreak(node: ts.Node): boolean {
  if (ts.isBreakStatement(node)) return node.label === undefined;
  if (ts.isFunctionLike(node) || ts.isIterationStatement(node, false) || ts.isSwitchStatement(node)) return false;
  return ts.forEachChild(node, (child) => hasBreak(child) || undefined) === true;
}
