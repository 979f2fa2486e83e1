import ts from 'typescript-6';
import { type Constant, isPrimitive } from './constant.ts';
import { evaluate } from './fold-expression.ts';
import { isAssigned } from './is-assigned.ts';
import { type Edit, nodesOf, type Script } from './script.ts';
import { removeLines, replaceStatement } from './statement-text.ts';

/** Identifiers of a file by the variable that they name. */
export type Uses = ReadonlyMap<ts.Symbol, readonly ts.Identifier[]>;

/** Collects the identifiers of a file by symbol. */
export function usesOf({ file, symbols }: Script): Uses {
  const uses = new Map<ts.Symbol, ts.Identifier[]>();
  for (const node of nodesOf(file)) {
    const symbol = ts.isIdentifier(node) ? symbols(node) : undefined;
    if (symbol) uses.set(symbol, [...(uses.get(symbol) ?? []), node as ts.Identifier]);
  }
  return uses;
}

/** Replaces the uses of a local variable that is constant, and removes its declaration. */
export function propagate(node: ts.VariableDeclaration, script: Script, uses: Uses): readonly Edit[] | undefined {
  const list = node.parent;
  const constant = node.initializer && evaluate(node.initializer, script);
  if (constant === undefined || !ts.isVariableDeclarationList(list) || !ts.isVariableStatement(list.parent)) return undefined;
  const isBlockScoped = (list.flags & ts.NodeFlags.BlockScoped) !== 0;
  if (!isBlockScoped || list.parent.modifiers !== undefined || (list.flags & ts.NodeFlags.Using) !== 0) return undefined;
  const bindings = bindingsOf(node.name, constant);
  const edits = bindings?.map(({ name, value }) => editsOf(name, value, script, uses));
  if (edits === undefined || edits.includes(undefined)) return undefined;
  const removal =
    list.declarations.length === 1 ? replaceStatement(list.parent, script.text) : removeElement(list.declarations, node, script.text);
  return [removal, ...edits.flatMap((each) => each ?? [])];
}

interface Binding {
  readonly name: ts.Identifier;
  readonly value: Constant;
}

/** `variant`, or the names in `{ name, enabled: isOn }`. */
function bindingsOf(name: ts.BindingName, constant: Constant): readonly Binding[] | undefined {
  if (ts.isIdentifier(name)) return [{ name, value: constant }];
  const { value } = constant;
  if (!ts.isObjectBindingPattern(name) || typeof value !== 'object' || value === null) return undefined;
  const bindings = name.elements.map((element) => {
    const key = element.propertyName ?? element.name;
    const isPlain =
      element.dotDotDotToken === undefined && element.initializer === undefined && ts.isIdentifier(element.name) && ts.isIdentifier(key);
    return isPlain && Object.hasOwn(value, key.text)
      ? { name: element.name, value: { value: (value as Record<string, unknown>)[key.text] } }
      : undefined;
  });
  return bindings.includes(undefined) ? undefined : (bindings as Binding[]);
}

function editsOf(name: ts.Identifier, value: Constant, { symbols, constants }: Script, uses: Uses): readonly Edit[] | undefined {
  const symbol = symbols(name);
  if (symbol === undefined || (symbol.declarations?.length ?? 0) > 1) return undefined;
  const others = (uses.get(symbol) ?? []).filter((use) => use !== name);
  if (!others.every((use) => isRead(use) && (isPrimitive(value) || isReadAsPrimitive(use, value)))) return undefined;
  const text = constants.add(value);
  return others.map((use) => ({
    start: use.getStart(),
    end: use.end,
    text: ts.isShorthandPropertyAssignment(use.parent) ? `${use.text}: ${text}` : text,
  }));
}

/** True for a use that only reads the value, in an expression. */
function isRead(use: ts.Identifier): boolean {
  const { parent } = use;
  if (ts.isExportSpecifier(parent) || ts.isTypeQueryNode(parent) || ts.isQualifiedName(parent) || ts.isBindingElement(parent)) return false;
  if (ts.isShorthandPropertyAssignment(parent)) return !isPattern(parent.parent);
  if (isAssigned(use) || ts.isExportAssignment(parent)) return false;
  return (
    !(ts.isArrayLiteralExpression(parent) || ts.isPropertyAssignment(parent)) ||
    !isPattern(ts.isPropertyAssignment(parent) ? parent.parent : parent)
  );
}

/** True for a literal that is assigned to: `[a] = list`. */
function isPattern(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isBinaryExpression(parent)) return parent.left === node && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  if (ts.isForOfStatement(parent) || ts.isForInStatement(parent)) return parent.initializer === node;
  if (ts.isParenthesizedExpression(parent) || ts.isArrayLiteralExpression(parent) || ts.isSpreadElement(parent)) return isPattern(parent);
  return ts.isPropertyAssignment(parent) && isPattern(parent.parent);
}

/** True if a use of an object reads a member without identity, or only tests whether there is one. */
function isReadAsPrimitive(use: ts.Identifier, { value }: Constant): boolean {
  let [node, current]: [ts.Node, unknown] = [use, value];
  while (ts.isPropertyAccessExpression(node.parent) && node.parent.expression === node) {
    node = node.parent;
    const name = (node as ts.PropertyAccessExpression).name.text;
    // Fails as before, unless a condition protects it.
    if (current === undefined) continue;
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return false;
    current = (current as Readonly<Record<string, unknown>>)[name];
  }
  const { parent } = node;
  if (typeof current === 'object' && current !== null) return isTest(node);
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent) || ts.isTaggedTemplateExpression(parent)) return !isCallee(node);
  return !isAssigned(node) && !ts.isDeleteExpression(parent);
}

const isCallee = (node: ts.Node): boolean =>
  ts.isTaggedTemplateExpression(node.parent) || (node.parent as ts.CallExpression | ts.NewExpression).expression === node;

const isTest = (node: ts.Node): boolean => {
  const { parent } = node;
  if (ts.isPrefixUnaryExpression(parent)) return parent.operator === ts.SyntaxKind.ExclamationToken;
  if (ts.isIfStatement(parent)) return parent.expression === node;
  if (ts.isConditionalExpression(parent)) return parent.condition === node;
  return ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken && parent.left === node;
};

/** Removes one element of a list that is separated by commas. */
export function removeElement(elements: readonly ts.Node[], element: ts.Node, source: string): Edit {
  const index = elements.indexOf(element);
  const next = elements[index + 1];
  const previous = elements[index - 1];
  const [, comma = ''] = /^\s*(,)/.exec(source.slice(element.end)) ?? [];
  const end = comma === '' ? element.end : source.indexOf(',', element.end) + 1;
  const startsOwnLine = /\n[ \t]*$/.test(source.slice(0, element.getStart()));
  if (startsOwnLine && /^[ \t]*(?:\/\/[^\n]*)?\r?\n/.test(source.slice(end))) return removeLines(source, element.getStart(), end);
  if (next) return { start: element.getStart(), end: next.getStart(), text: '' };
  return { start: previous ? previous.end : element.getStart(), end: element.end, text: '' };
}
