import ts from 'typescript-6';
import { parseScript } from '../code/script-source.ts';
import type { CodeReference } from '../code/scan-tree.ts';
import { removeElement } from './propagate.ts';
import { applyEdits, type Edit, nodesOf } from './script.ts';
import { replaceStatement } from './statement-text.ts';

/** Every script of the checkout by path, as the patch leaves it. */
export type Texts = ReadonlyMap<string, string>;

/** Removes the constants of a flag that no script uses any more. Returns the changed texts. */
export function removeDefinitions(definitions: readonly CodeReference[], texts: Texts): Texts {
  const changed = new Map<string, string>();
  for (const { path, symbol, feature } of definitions) {
    const text = changed.get(path) ?? texts.get(path);
    const [owner = '', member] = symbol?.split('.') ?? [];
    if (text === undefined || owner === '' || symbol?.split('.').length === 3) continue;
    const all = [...texts].map(([each, original]) => [each, changed.get(each) ?? original] as const);
    const edit = isUnused(all, owner, member) ? removalOf(parseScript(path, text), text, feature, owner, member) : undefined;
    if (edit) changed.set(path, applyEdits(text, [[edit]]));
  }
  return changed;
}

/** True if nothing uses a constant, or a member of an object or enum of which all other uses name other members. */
function isUnused(texts: readonly (readonly [path: string, text: string])[], owner: string, member: string | undefined): boolean {
  return texts.every(([path, text]) => {
    if (!text.includes(owner)) return true;
    const uses = [...nodesOf(parseScript(path, text))].filter((node) => ts.isIdentifier(node) && node.text === owner);
    return uses.every((use) => isDeclared(use) || (member !== undefined && namesOther(use, member)));
  });
}

const isDeclared = ({ parent, pos }: ts.Node): boolean =>
  (ts.isVariableDeclaration(parent) || ts.isEnumDeclaration(parent)) && parent.name.pos === pos;

/** True for a use that reads or passes on other members. */
function namesOther(use: ts.Node, member: string): boolean {
  const { parent } = use;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return parent.propertyName === undefined;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === use && parent.name.text !== member;
  if (ts.isQualifiedName(parent)) return parent.left === use && parent.right.text !== member;
  return ts.isTypeQueryNode(parent) || ts.isTypeReferenceNode(parent);
}

function removalOf(file: ts.SourceFile, text: string, feature: string, owner: string, member: string | undefined): Edit | undefined {
  for (const node of nodesOf(file)) {
    if (!ts.isStringLiteralLike(node) || node.text !== feature) continue;
    const declaration = ts.findAncestor(
      node,
      (each) => ts.isVariableDeclaration(each) || ts.isPropertyAssignment(each) || ts.isEnumMember(each),
    );
    if (declaration === undefined || !('name' in declaration) || (declaration.name as ts.Node).getText() !== (member ?? owner)) continue;
    if (ts.isEnumMember(declaration)) return removeElement(declaration.parent.members, declaration, text);
    if (ts.isPropertyAssignment(declaration)) return removeElement(declaration.parent.properties, declaration, text);
    const list = declaration.parent;
    const isOnly = ts.isVariableDeclarationList(list) && ts.isVariableStatement(list.parent) && list.declarations.length === 1;
    return isOnly ? replaceStatement(list.parent, text) : undefined;
  }
  return undefined;
}
