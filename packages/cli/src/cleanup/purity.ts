import ts from 'typescript-6';
import { bare } from '../code/script-source.ts';

const pureOperators: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
]);

/** Functions that only wrap their arguments. */
const wrappers = /^(?:(?:React\.)?(?:memo|forwardRef|lazy|createContext)|Object\.freeze|Symbol)$/;

/**
 * True if an expression has no side effects. Reading a variable or a property has none, unless the file declares an accessor of that
 * name. Calls, assignments, `new`, `await` and operators that convert objects may have some.
 */
export function isPure(node: ts.Node): boolean {
  if (ts.isExpression(node) && bare(node) !== node) return isPure(bare(node));
  if (ts.isIdentifier(node) || ts.isStringLiteralLike(node) || ts.isNumericLiteral(node) || ts.isRegularExpressionLiteral(node))
    return true;
  if (ts.isFunctionExpression(node) || ts.isArrowFunction(node) || ts.isOmittedExpression(node)) return true;
  if (ts.isPropertyAccessExpression(node)) return isPure(node.expression) && !hasAccessor(node.getSourceFile(), node.name.text);
  if (ts.isElementAccessExpression(node))
    return (
      ts.isStringLiteralLike(node.argumentExpression) &&
      isPure(node.expression) &&
      !hasAccessor(node.getSourceFile(), node.argumentExpression.text)
    );
  if (ts.isPrefixUnaryExpression(node))
    return node.operator === ts.SyntaxKind.ExclamationToken ? isPure(node.operand) : ts.isNumericLiteral(node.operand);
  if (ts.isTypeOfExpression(node) || ts.isVoidExpression(node)) return isPure(node.expression);
  if (ts.isBinaryExpression(node)) return pureOperators.has(node.operatorToken.kind) && isPure(node.left) && isPure(node.right);
  if (ts.isConditionalExpression(node)) return isPure(node.condition) && isPure(node.whenTrue) && isPure(node.whenFalse);
  if (ts.isArrayLiteralExpression(node)) return node.elements.every(isPure);
  if (ts.isObjectLiteralExpression(node)) return node.properties.every(isPureMember);
  if (ts.isCallExpression(node)) return wrappers.test(node.expression.getText()) && node.arguments.every(isPure);
  return isConstantKeyword(node.kind);
}

const isConstantKeyword = (kind: ts.SyntaxKind): boolean =>
  kind === ts.SyntaxKind.TrueKeyword ||
  kind === ts.SyntaxKind.FalseKeyword ||
  kind === ts.SyntaxKind.NullKeyword ||
  kind === ts.SyntaxKind.ThisKeyword;

const isPureMember = (member: ts.ObjectLiteralElementLike): boolean => {
  if (member.name && ts.isComputedPropertyName(member.name)) return false;
  return ts.isPropertyAssignment(member)
    ? isPure(member.initializer)
    : ts.isShorthandPropertyAssignment(member) || ts.isMethodDeclaration(member);
};

function hasAccessor({ text }: ts.SourceFile, name: string): boolean {
  if (/\bdefineProperty\b|\bProxy\b/.test(text)) return true;
  return /\b[gs]et\s+['"[\w#]/.test(text) && new RegExp(`\\b[gs]et\\s+['"[]*${name.replaceAll(/[^\w]/g, '\\$&')}\\b`).test(text);
}

/** True if declaring a class has no side effects. */
const isPureClass = (node: ts.ClassDeclaration): boolean =>
  !ts.canHaveDecorators(node) ||
  ((ts.getDecorators(node) ?? []).length === 0 &&
    !node.heritageClauses?.some(({ token }) => token === ts.SyntaxKind.ExtendsKeyword) &&
    node.members.every(isPureClassMember));

const isPureClassMember = (member: ts.ClassElement): boolean => {
  if (ts.isClassStaticBlockDeclaration(member) || (member.name && ts.isComputedPropertyName(member.name))) return false;
  if (ts.canHaveDecorators(member) && (ts.getDecorators(member) ?? []).length > 0) return false;
  const isStatic =
    ts.canHaveModifiers(member) && ts.getModifiers(member)?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) === true;
  return !isStatic || !ts.isPropertyDeclaration(member) || member.initializer === undefined || isPure(member.initializer);
};

/** True if a statement only declares. Imports are judged by their module. */
export function isPureDeclaration(node: ts.Statement): boolean {
  if (ts.isFunctionDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  if (ts.isClassDeclaration(node)) return isPureClass(node);
  if (ts.isEnumDeclaration(node)) return node.members.every(({ initializer }) => initializer === undefined || isPure(initializer));
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations.every(
      ({ name, initializer }) => ts.isIdentifier(name) && (initializer === undefined || isPure(initializer)),
    );
  return ts.isExportAssignment(node) ? isPure(node.expression) : ts.isEmptyStatement(node);
}
