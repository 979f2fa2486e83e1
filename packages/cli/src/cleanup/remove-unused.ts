import ts from 'typescript-6';
import { isPure, isPureDeclaration } from './purity.ts';
import { removeElement, type Uses, usesOf } from './propagate.ts';
import { containerOf, type Edit, isModule, type Script } from './script.ts';
import { replaceStatement } from './statement-text.ts';

/** Decides whether importing a module has effects besides its exports. */
export type HasEffects = (specifier: string) => boolean;

type Named = ts.Declaration & { readonly name: ts.Identifier };

/** Declarations without a use, each with the edit that removes it. */
interface Unused {
  readonly key: string;
  readonly edit: Edit;
}

/** Finds imports, variables, functions, classes and types that nothing uses, and whose removal has no effect. */
export function findUnused(script: Script, hasEffects: HasEffects): readonly Unused[] {
  const uses = usesOf(script);
  const { file } = script;
  const unused: Unused[] = [];
  const visit = (node: ts.Node): void => {
    const edit = isDeclaration(node) && isUnused(node, script, uses) ? removalOf(node, script, uses, hasEffects) : undefined;
    if (edit) unused.push({ key: `${node.kind} ${(node as Named).name.text} ${containerName(node)}`, edit });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return unused;
}

const isDeclaration = (node: ts.Node): node is Named => {
  const isKind =
    ts.isImportSpecifier(node) ||
    ts.isImportClause(node) ||
    ts.isNamespaceImport(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isEnumDeclaration(node);
  return isKind && node.name !== undefined && ts.isIdentifier(node.name);
};

const containerName = (node: ts.Node): string => {
  const container = containerOf(node) as { readonly name?: ts.Node };
  return container.name?.getText() ?? '';
};

function isUnused(node: Named, { symbols, file }: Script, uses: Uses): boolean {
  const symbol = symbols(node.name);
  if (symbol === undefined || (symbol.declarations?.length ?? 0) > 1 || isExported(node)) return false;
  // The classic transform of JSX uses these without naming them.
  if (/^(?:React|h|Fragment)$/.test(node.name.text) && /\.[jt]sx$/.test(file.fileName)) return false;
  return (uses.get(symbol) ?? []).every((use) => use.pos >= node.pos && use.end <= node.end);
}

function isExported(node: ts.Node): boolean {
  const statement = ts.findAncestor(node, ts.isStatement);
  return statement !== undefined && ts.canHaveModifiers(statement) && (ts.getModifiers(statement)?.length ?? 0) > 0;
}

function removalOf(node: Named, script: Script, uses: Uses, hasEffects: HasEffects): Edit | undefined {
  const { text, file } = script;
  const statement = ts.findAncestor(node, ts.isStatement);
  if (statement === undefined) return undefined;
  if (ts.isImportDeclaration(statement)) return removeImport(node, statement, script, hasEffects);
  if (statement.parent === file && !isModule(file)) return undefined;
  if (ts.isBindingElement(node)) return removeBinding(node, statement, script, uses, hasEffects);
  if (!ts.isVariableDeclaration(node)) return isPureDeclaration(statement) ? replaceStatement(statement, text) : undefined;
  const list = node.parent;
  if (!ts.isVariableStatement(statement) || !ts.isVariableDeclarationList(list) || list.parent !== statement) return undefined;
  if ((list.flags & ts.NodeFlags.Using) !== 0) return undefined;
  if (node.initializer && !isPure(node.initializer) && !isPureRequire(node.initializer, hasEffects)) return undefined;
  return list.declarations.length === 1 ? replaceStatement(statement, text) : removeElement(list.declarations, node, text);
}

/** `require('./module')` of a module without effects. */
function isPureRequire(node: ts.Expression, hasEffects: HasEffects): boolean {
  if (!ts.isCallExpression(node) || node.expression.getText() !== 'require') return false;
  const [specifier] = node.arguments;
  return specifier !== undefined && ts.isStringLiteralLike(specifier) && !hasEffects(specifier.text);
}

/** A name of `const { a, b } = require('./module')` or of another pure expression. */
function removeBinding(
  element: ts.BindingElement,
  statement: ts.Statement,
  { text, symbols }: Script,
  uses: Uses,
  hasEffects: HasEffects,
): Edit | undefined {
  const declaration = element.parent.parent;
  if (!ts.isObjectBindingPattern(element.parent) || !ts.isVariableDeclaration(declaration) || !ts.isVariableStatement(statement))
    return undefined;
  const { initializer } = declaration;
  const hasRest = element.parent.elements.some(({ dotDotDotToken }) => dotDotDotToken);
  if (initializer === undefined || hasRest || element.initializer || !(isPure(initializer) || isPureRequire(initializer, hasEffects)))
    return undefined;
  if (element.parent.elements.length > 1) return removeElement(element.parent.elements, element, text);
  const isOnly =
    statement.declarationList.declarations.length === 1 &&
    ts.isIdentifier(element.name) &&
    uses.get(symbols(element.name) as ts.Symbol)?.length === 1;
  return isOnly ? replaceStatement(statement, text) : undefined;
}

/** Removes a name of an import. A module with effects is still imported. */
function removeImport(node: ts.Node, statement: ts.ImportDeclaration, { text }: Script, hasEffects: HasEffects): Edit {
  const clause = statement.importClause as ts.ImportClause;
  const named = clause.namedBindings;
  const elements = named && ts.isNamedImports(named) ? named.elements : [];
  const hasOthers = (clause.name !== undefined && node !== clause) || (node === clause && named !== undefined);
  if (ts.isImportSpecifier(node) && elements.length > 1) return removeElement(elements, node, text);
  if (!hasOthers) {
    const isType = clause.phaseModifier === ts.SyntaxKind.TypeKeyword;
    const specifier = (statement.moduleSpecifier as ts.StringLiteral).text;
    if (isType || !hasEffects(specifier)) return replaceStatement(statement, text);
    return { start: clause.getStart(), end: statement.moduleSpecifier.getStart(), text: '' };
  }
  if (node === clause && clause.name && named) return { start: clause.name.getStart(), end: named.getStart(), text: '' };
  return { start: (clause.name as ts.Identifier).end, end: clause.end, text: '' };
}
