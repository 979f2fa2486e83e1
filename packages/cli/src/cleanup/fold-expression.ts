import ts from 'typescript-6';
import { bare } from '../code/script-source.ts';
import { type Constant, isPrimitive } from './constant.ts';
import { isAssigned } from './is-assigned.ts';
import { isPure } from './purity.ts';
import { type Edit, type Script } from './script.ts';
import { movedTo, startOfStatement } from './statement-text.ts';

/** The constant that an expression has. Undefined if it has another value, or literals of the author alone. */
export function evaluate(node: ts.Expression, script: Script): Constant | undefined {
  const inner = bare(node);
  if (ts.isIdentifier(inner)) return script.constants.find(inner.text);
  if (ts.isPrefixUnaryExpression(inner) && inner.operator === ts.SyntaxKind.ExclamationToken) {
    const operand = evaluate(inner.operand, script);
    return operand && { value: !operand.value };
  }
  if (ts.isPropertyAccessExpression(inner)) return memberOf(inner, inner.name.text, script);
  if (ts.isElementAccessExpression(inner) && ts.isStringLiteralLike(inner.argumentExpression))
    return memberOf(inner, inner.argumentExpression.text, script);
  if (ts.isBinaryExpression(inner)) return comparisonOf(inner, script);
  if (!ts.isCallExpression(inner) || inner.arguments.length !== 1 || inner.expression.getText() !== 'Boolean') return undefined;
  if (script.symbols(inner.expression as ts.Identifier) !== undefined) return undefined;
  const argument = evaluate(inner.arguments[0] as ts.Expression, script);
  return argument && { value: Boolean(argument.value) };
}

function memberOf(node: ts.PropertyAccessExpression | ts.ElementAccessExpression, name: string, script: Script): Constant | undefined {
  const object = evaluate(node.expression, script);
  if (object === undefined) return undefined;
  // The rest of an optional chain would be skipped.
  if (object.value === undefined || object.value === null)
    return node.questionDotToken && !continuesChain(node) ? { value: undefined } : undefined;
  if (typeof object.value !== 'object' || Array.isArray(object.value) || !Object.hasOwn(object.value, name)) return undefined;
  return { value: (object.value as Readonly<Record<string, unknown>>)[name] };
}

const continuesChain = ({ parent }: ts.Node): boolean =>
  (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent) || ts.isCallExpression(parent)) &&
  ts.isOptionalChain(parent);

/** True if an optional chain ends at a constant that is undefined. */
function isSkipped(node: ts.Expression, script: Script): boolean {
  if (!ts.isOptionalChain(node)) return false;
  const base = 'questionDotToken' in node && node.questionDotToken ? evaluate(node.expression, script) : undefined;
  return base === undefined ? isSkipped(node.expression, script) : base.value === undefined || base.value === null;
}

const equalities: ReadonlyMap<ts.SyntaxKind, { readonly isEqual: boolean; readonly isLoose: boolean }> = new Map([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, { isEqual: true, isLoose: false }],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, { isEqual: false, isLoose: false }],
  [ts.SyntaxKind.EqualsEqualsToken, { isEqual: true, isLoose: true }],
  [ts.SyntaxKind.ExclamationEqualsToken, { isEqual: false, isLoose: true }],
]);

/** Equality of a constant with a constant or a literal. */
function comparisonOf({ left, operatorToken, right }: ts.BinaryExpression, script: Script): Constant | undefined {
  const operator = equalities.get(operatorToken.kind);
  if (operator === undefined) return undefined;
  const [one, other] = [evaluate(left, script), evaluate(right, script)];
  if (one === undefined && other === undefined) return undefined;
  const [a, b] = [one ?? literalValue(left), other ?? literalValue(right)];
  if (a === undefined || b === undefined || (!isPrimitive(a) && !isPrimitive(b))) return undefined;
  const areEmpty = [a, b].map(({ value }) => value === undefined || value === null);
  if (operator.isLoose && !areEmpty.includes(true) && typeof a.value !== typeof b.value) return undefined;
  const isSame = operator.isLoose && areEmpty.includes(true) ? areEmpty.every(Boolean) : a.value === b.value;
  return { value: isSame === operator.isEqual };
}

/** The value of a literal. */
export function literalValue(node: ts.Expression): Constant | undefined {
  const inner = bare(node);
  if (ts.isStringLiteralLike(inner)) return { value: inner.text };
  if (ts.isNumericLiteral(inner)) return { value: Number(inner.text) };
  if (inner.kind === ts.SyntaxKind.TrueKeyword) return { value: true };
  if (inner.kind === ts.SyntaxKind.FalseKeyword) return { value: false };
  if (inner.kind === ts.SyntaxKind.NullKeyword) return { value: null };
  return ts.isIdentifier(inner) && inner.text === 'undefined' ? { value: undefined } : undefined;
}

/** True if at most the truth of an expression is used. */
function isCondition(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isParenthesizedExpression(parent)) return isCondition(parent);
  if (ts.isExpressionStatement(parent)) return true;
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent) || ts.isDoStatement(parent)) return parent.expression === node;
  if (ts.isForStatement(parent) || ts.isConditionalExpression(parent)) return parent.condition === node;
  if (ts.isPrefixUnaryExpression(parent)) return parent.operator === ts.SyntaxKind.ExclamationToken;
  const isLogical =
    ts.isBinaryExpression(parent) &&
    (parent.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken || parent.operatorToken.kind === ts.SyntaxKind.BarBarToken);
  return isLogical && isCondition(parent);
}

/** Folds an expression of which a part is constant. */
export function foldExpression(node: ts.Expression, script: Script): readonly Edit[] | undefined {
  const constant = ts.isIdentifier(node) || isOuter(node) ? undefined : evaluate(node, script);
  if (constant && isPrimitive(constant) && !isTarget(node)) return [editOf(node, script.constants.add(constant))];
  if (ts.isOptionalChain(node) && !continuesChain(node) && isSkipped(node, script))
    return [editOf(node, script.constants.add({ value: undefined }))];
  if (ts.isConditionalExpression(node)) {
    const condition = evaluate(node.condition, script);
    return condition && replaceBy(node, condition.value ? node.whenTrue : node.whenFalse, script);
  }
  return ts.isBinaryExpression(node) ? foldLogical(node, script) : undefined;
}

const isOuter = (node: ts.Expression): boolean => bare(node) !== node;

/** True if the expression is assigned, deleted or called. */
const isTarget = (node: ts.Expression): boolean => {
  const { parent } = node;
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return parent.expression === node;
  return isAssigned(node) || ts.isDeleteExpression(parent) || ts.isTaggedTemplateExpression(parent);
};

const editOf = (node: ts.Node, text: string): Edit => ({ start: node.getStart(), end: node.end, text });

function foldLogical(node: ts.BinaryExpression, script: Script): readonly Edit[] | undefined {
  const { left, operatorToken, right } = node;
  const { kind } = operatorToken;
  if (kind !== ts.SyntaxKind.AmpersandAmpersandToken && kind !== ts.SyntaxKind.BarBarToken && kind !== ts.SyntaxKind.QuestionQuestionToken)
    return undefined;
  const known = evaluate(left, script);
  if (known) {
    const isEmpty = known.value === undefined || known.value === null;
    const usesRight =
      kind === ts.SyntaxKind.QuestionQuestionToken ? isEmpty : Boolean(known.value) === (kind === ts.SyntaxKind.AmpersandAmpersandToken);
    return replaceBy(node, usesRight ? right : left, script);
  }
  if (endsAt(left, kind, script)) return replaceBy(node, left, script);
  const last = evaluate(right, script);
  if (last === undefined || kind === ts.SyntaxKind.QuestionQuestionToken || !(isCondition(node) || isLeftOf(node, kind))) return undefined;
  if (Boolean(last.value) === (kind === ts.SyntaxKind.AmpersandAmpersandToken)) return replaceBy(node, left, script);
  if (!isCondition(node)) return undefined;
  return isPure(left) ? [editOf(node, script.constants.add({ value: Boolean(last.value) }))] : undefined;
}

/** True for `x && false` on the left of `&&`, and for `x || true` on the left of `||`: the right side never runs. */
function endsAt(left: ts.Expression, kind: ts.SyntaxKind, script: Script): boolean {
  const inner = bare(left);
  if (!ts.isBinaryExpression(inner) || inner.operatorToken.kind !== kind) return false;
  const last = evaluate(inner.right, script);
  return last !== undefined && Boolean(last.value) === (kind === ts.SyntaxKind.BarBarToken);
}

/** True for the left side of the same operator, where `x && true` equals `x`. */
function isLeftOf(node: ts.Expression, kind: ts.SyntaxKind): boolean {
  const { parent } = node;
  if (ts.isParenthesizedExpression(parent)) return isLeftOf(parent, kind);
  return ts.isBinaryExpression(parent) && parent.left === node && parent.operatorToken.kind === kind;
}

/** Replaces an expression by one of its parts. Undefined if that would call a method with another `this`. */
function replaceBy(node: ts.Expression, part: ts.Expression, script: Script): readonly Edit[] | undefined {
  let outer: ts.Expression = node;
  while (ts.isParenthesizedExpression(outer.parent)) outer = outer.parent;
  const chosen = bare(part);
  const isAccess =
    ts.isPropertyAccessExpression(chosen) || ts.isElementAccessExpression(chosen) || (ts.isIdentifier(chosen) && chosen.text === 'eval');
  const { parent } = outer;
  const isCallee =
    (ts.isCallExpression(parent) && parent.expression === outer) || (ts.isTaggedTemplateExpression(parent) && parent.tag === outer);
  if ((isCallee && isAccess) || ts.isDeleteExpression(parent) || ts.isTypeOfExpression(parent)) return undefined;
  const { text: source } = script;
  const isCommented = chosen !== part && ts.getLeadingCommentRanges(source, chosen.pos) !== undefined;
  if (isElement(chosen) && ts.isJsxExpression(parent) && !ts.isJsxAttribute(parent.parent) && !isCommented)
    return [editOf(parent, movedTo(chosen, parent, source))];
  const isLong = isElement(chosen) && chosen.getText().includes('\n');
  // Type assertions of the part stay.
  const isPlain = ts.isParenthesizedExpression(part) && chosen === part.expression && needsNoParentheses(chosen) && !isLong;
  const inner = isPlain && !isCommented ? chosen : part;
  const needsNone =
    ts.isIdentifier(inner) ||
    (needsNoParentheses(inner) && !ts.isNewExpression(parent) && !(isMemberOf(outer) && ts.isLiteralExpression(inner)));
  const target = needsNone ? outer : node;
  const literal = literalValue(inner);
  const isKeyword = literal !== undefined && typeof literal.value !== 'string' && typeof literal.value !== 'number';
  const text = isKeyword ? script.constants.add(literal) : movedTo(inner, target, source);
  const isWrapped = needsNone || outer !== node || ts.isParenthesizedExpression(inner) || takes(node, inner);
  return [editOf(target, startOfStatement(target, isWrapped ? text : `(${text})`, source))];
}

const isElement = (node: ts.Node): boolean => ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node);

/** True if an expression needs no parentheses almost anywhere. */
function needsNoParentheses(node: ts.Expression): boolean {
  if (bare(node) !== node || ts.isOptionalChain(node)) return false;
  const isAccess = ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) || ts.isCallExpression(node);
  const isLiteral = ts.isLiteralExpression(node) || ts.isTemplateExpression(node) || literalValue(node) !== undefined;
  return (
    isAccess ||
    isLiteral ||
    isElement(node) ||
    ts.isIdentifier(node) ||
    node.kind === ts.SyntaxKind.ThisKeyword ||
    ts.isArrayLiteralExpression(node)
  );
}

const isMemberOf = ({ parent }: ts.Expression): boolean =>
  ts.isPropertyAccessExpression(parent) ||
  ts.isElementAccessExpression(parent) ||
  ts.isNonNullExpression(parent) ||
  ts.isExpressionWithTypeArguments(parent);

/** True if the parent takes an expression without parentheses. */
function takes(node: ts.Expression, chosen: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isBinaryExpression(parent)) return isTighter(chosen, parent.operatorToken.kind);
  if (ts.isConditionalExpression(parent) && parent.condition === node) return isTighter(chosen, undefined);
  const isArgument = (ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression !== node;
  return isArgument || anyParents.has(parent.kind);
}

const { SyntaxKind } = ts;
const anyParents: ReadonlySet<ts.SyntaxKind> = new Set([
  SyntaxKind.VariableDeclaration,
  SyntaxKind.ReturnStatement,
  SyntaxKind.ThrowStatement,
  SyntaxKind.ExpressionStatement,
  SyntaxKind.IfStatement,
  SyntaxKind.WhileStatement,
  SyntaxKind.DoStatement,
  SyntaxKind.ForStatement,
  SyntaxKind.SpreadElement,
  SyntaxKind.SpreadAssignment,
  SyntaxKind.PropertyAssignment,
  SyntaxKind.PropertyDeclaration,
  SyntaxKind.ConditionalExpression,
  SyntaxKind.ArrowFunction,
  SyntaxKind.ArrayLiteralExpression,
  SyntaxKind.JsxExpression,
  SyntaxKind.TemplateSpan,
  SyntaxKind.ExportAssignment,
  SyntaxKind.Parameter,
]);

const comparisons: ReadonlySet<ts.SyntaxKind> = new Set([
  ...equalities.keys(),
  SyntaxKind.LessThanToken,
  SyntaxKind.LessThanEqualsToken,
  SyntaxKind.GreaterThanToken,
  SyntaxKind.GreaterThanEqualsToken,
]);

/** True if an expression binds tighter than a logical operator, or than the condition of a conditional expression. */
function isTighter(node: ts.Expression, operator: ts.SyntaxKind | undefined): boolean {
  if (operator !== undefined && operator !== SyntaxKind.AmpersandAmpersandToken && operator !== SyntaxKind.BarBarToken) return false;
  if (ts.isPrefixUnaryExpression(node) || ts.isAwaitExpression(node)) return true;
  if (!ts.isBinaryExpression(node)) return false;
  const { kind } = node.operatorToken;
  return (
    comparisons.has(kind) ||
    kind === operator ||
    (kind === SyntaxKind.AmpersandAmpersandToken && operator !== SyntaxKind.AmpersandAmpersandToken)
  );
}
