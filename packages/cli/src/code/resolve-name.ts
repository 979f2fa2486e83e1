import ts from 'typescript-6';
import { bare, type Symbols } from './script-source.ts';

/** A value that the parser knows: a text, an object or enum whose members it can read, or an export of another module. */
export type Known =
  | { readonly kind: 'text'; readonly text: string; readonly node: ts.Node }
  | { readonly kind: 'object'; readonly node: ts.ObjectLiteralExpression | ts.EnumDeclaration | ts.ClassDeclaration }
  | { readonly kind: 'import'; readonly from: string; readonly member: readonly string[] };

const maxDepth = 10;

/** Resolves an expression to a constant. Undefined if its value is computed or may change. */
export function resolveExpression(node: ts.Expression, symbols: Symbols, depth = 0): Known | undefined {
  const inner = bare(node);
  if (depth > maxDepth) return undefined;
  if (ts.isStringLiteralLike(inner)) return { kind: 'text', text: inner.text, node: inner };
  if (ts.isObjectLiteralExpression(inner)) return { kind: 'object', node: inner };
  if (ts.isIdentifier(inner)) return resolveSymbol(symbols(inner), symbols, depth + 1);
  if (ts.isPropertyAccessExpression(inner)) return memberOf(inner.expression, inner.name.text, symbols, depth + 1);
  if (ts.isElementAccessExpression(inner) && ts.isStringLiteralLike(inner.argumentExpression))
    return memberOf(inner.expression, inner.argumentExpression.text, symbols, depth + 1);
  if (!ts.isCallExpression(inner) || inner.arguments.length !== 1) return undefined;
  const [argument] = inner.arguments as unknown as [ts.Expression];
  if (inner.expression.getText() === 'Object.freeze') return resolveExpression(argument, symbols, depth + 1);
  const isRequire = ts.isIdentifier(inner.expression) && inner.expression.text === 'require';
  return isRequire && ts.isStringLiteralLike(argument) ? { kind: 'import', from: argument.text, member: [] } : undefined;
}

type Member = ts.ObjectLiteralElementLike | ts.EnumMember | ts.ClassElement;

function memberOf(object: ts.Expression, name: string, symbols: Symbols, depth: number): Known | undefined {
  const known = resolveExpression(object, symbols, depth);
  return known && stepInto(known, name, symbols, depth);
}

/** The member of a known object. */
export function stepInto(known: Known, name: string, symbols: Symbols, depth = 0): Known | undefined {
  if (known.kind === 'import') return { ...known, member: [...known.member, name] };
  if (known.kind === 'text' || isAssigned(known.node.getSourceFile(), name)) return undefined;
  const members: readonly Member[] = ts.isObjectLiteralExpression(known.node) ? known.node.properties : known.node.members;
  const found = members.filter((each) => nameOf(each) === name);
  const [member, ...others] = found;
  if (member === undefined || others.length > 0 || members.some(ts.isSpreadAssignment)) return undefined;
  if (ts.isShorthandPropertyAssignment(member)) return resolveSymbol(symbols(member.name), symbols, depth + 1);
  const isConstant = ts.isPropertyAssignment(member) || ts.isEnumMember(member) || (ts.isPropertyDeclaration(member) && isStatic(member));
  return isConstant && member.initializer ? resolveExpression(member.initializer, symbols, depth + 1) : undefined;
}

const isStatic = (node: ts.PropertyDeclaration): boolean =>
  node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) === true;

const nameOf = ({ name }: { readonly name?: ts.Node }): string | undefined =>
  name && (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) ? name.text : undefined;

/** True if a file assigns a property of this name, so that members are no constants. */
const isAssigned = (file: ts.SourceFile, name: string): boolean =>
  file.text.includes(name) && new RegExp(`(?:\\.|\\[['"\`])${name.replaceAll(/[^\w]/g, '\\$&')}(?:['"\`]\\])?\\s*=[^=>]`).test(file.text);

function resolveSymbol(symbol: ts.Symbol | undefined, symbols: Symbols, depth: number): Known | undefined {
  const [declaration, ...others] = symbol?.declarations ?? [];
  if (declaration === undefined || others.length > 0) return undefined;
  if (ts.isEnumDeclaration(declaration) || ts.isClassDeclaration(declaration)) return { kind: 'object', node: declaration };
  if (ts.isVariableDeclaration(declaration))
    return isConst(declaration) && declaration.initializer ? resolveExpression(declaration.initializer, symbols, depth) : undefined;
  if (ts.isBindingElement(declaration)) return resolveBinding(declaration, symbols, depth);
  return resolveImport(declaration);
}

const isConst = ({ parent }: ts.VariableDeclaration): boolean => (parent.flags & ts.NodeFlags.Const) !== 0;

/** `const { checkout } = FLAGS`. */
function resolveBinding(element: ts.BindingElement, symbols: Symbols, depth: number): Known | undefined {
  const declaration = element.parent.parent;
  const name = element.propertyName ?? element.name;
  const isPlain = element.dotDotDotToken === undefined && element.initializer === undefined && ts.isIdentifier(name);
  if (!isPlain || !ts.isVariableDeclaration(declaration) || !isConst(declaration) || !declaration.initializer) return undefined;
  return memberOf(declaration.initializer, name.text, symbols, depth);
}

function resolveImport(node: ts.Declaration): Known | undefined {
  const statement = ts.findAncestor(node, ts.isImportDeclaration);
  if (statement === undefined || !ts.isStringLiteral(statement.moduleSpecifier)) return undefined;
  const from = statement.moduleSpecifier.text;
  if (ts.isNamespaceImport(node)) return { kind: 'import', from, member: [] };
  if (ts.isImportClause(node)) return { kind: 'import', from, member: ['default'] };
  return ts.isImportSpecifier(node) ? { kind: 'import', from, member: [(node.propertyName ?? node.name).text] } : undefined;
}

/** Resolves an export of a module. It may be re-exported from another one. */
export function resolveExport(file: ts.SourceFile, name: string, symbols: Symbols): readonly Known[] {
  const direct = file.statements.flatMap((statement) => exportsOf(statement, name, symbols));
  if (direct.length > 0) return direct;
  const stars = file.statements.filter((each) => ts.isExportDeclaration(each) && each.exportClause === undefined && each.moduleSpecifier);
  return stars.map((each) => ({
    kind: 'import',
    from: ((each as ts.ExportDeclaration).moduleSpecifier as ts.StringLiteral).text,
    member: [name],
  }));
}

function exportsOf(statement: ts.Statement, name: string, symbols: Symbols): readonly Known[] {
  const known = (found: Known | undefined) => (found ? [found] : []);
  if (ts.isExportDeclaration(statement)) return known(reexportOf(statement, name, symbols));
  if (ts.isExportAssignment(statement)) return name === 'default' ? known(resolveExpression(statement.expression, symbols)) : [];
  if (ts.isVariableStatement(statement)) {
    const declaration = statement.declarationList.declarations.find((each) => nameOf(each) === name);
    return isExported(statement) && declaration ? known(resolveSymbol(symbols(declaration.name as ts.Identifier), symbols, 0)) : [];
  }
  if (ts.isEnumDeclaration(statement) || ts.isClassDeclaration(statement))
    return isExported(statement) && statement.name?.text === name ? [{ kind: 'object', node: statement }] : [];
  return known(commonExportOf(statement, name, symbols));
}

const isExported = (node: ts.VariableStatement | ts.EnumDeclaration | ts.ClassDeclaration): boolean =>
  node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;

function reexportOf({ exportClause, moduleSpecifier }: ts.ExportDeclaration, name: string, symbols: Symbols): Known | undefined {
  const from = moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined;
  if (exportClause === undefined) return undefined;
  if (ts.isNamespaceExport(exportClause))
    return exportClause.name.text === name && from !== undefined ? { kind: 'import', from, member: [] } : undefined;
  const specifier = exportClause.elements.find((each) => each.name.text === name);
  if (specifier === undefined) return undefined;
  const source = specifier.propertyName ?? specifier.name;
  if (from !== undefined) return { kind: 'import', from, member: [source.text] };
  return ts.isIdentifier(source) ? resolveSymbol(symbols(source), symbols, 0) : undefined;
}

/** `module.exports = { … }`, `module.exports.X = …` and `exports.X = …`. */
function commonExportOf(statement: ts.Statement, name: string, symbols: Symbols): Known | undefined {
  if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression)) return undefined;
  const { left, operatorToken, right } = statement.expression;
  if (operatorToken.kind !== ts.SyntaxKind.EqualsToken) return undefined;
  const target = left.getText();
  if (target === `module.exports.${name}` || target === `exports.${name}`) return resolveExpression(right, symbols);
  if (target !== 'module.exports') return undefined;
  const matched = resolveExpression(right, symbols);
  return name === 'default' ? matched : matched && stepInto(matched, name, symbols);
}
