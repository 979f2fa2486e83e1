import ts from 'typescript-6';
import type { ModuleResolver } from '../code/link-names.ts';
import { parseScript } from '../code/script-source.ts';
import { isScript } from '../code/sdk-calls.ts';
import type { Tree } from '../code/tree.ts';
import { isPureDeclaration } from './purity.ts';

/**
 * Opens a check of the modules of a tree: true if importing one does more than declare. Packages count as libraries without effects; style
 * sheets and modules that cannot be found have effects.
 */
export function openModuleEffects(tree: Tree, resolve: ModuleResolver): (importer: string, specifier: string) => boolean {
  const known = new Map<string, boolean>();
  const hasEffects = (importer: string, specifier: string): boolean => {
    const path = resolve(importer, specifier);
    const file = path === undefined ? undefined : tree.get(path);
    if (path === undefined || file === undefined) return specifier.startsWith('.');
    const before = known.get(path);
    if (before !== undefined) return before;
    known.set(path, false);
    const text = isScript(path) ? file.read()?.toString() : undefined;
    const result = text === undefined || parseScript(path, text).statements.some((statement) => isEffect(statement, path));
    known.set(path, result);
    return result;
  };
  const isEffect = (statement: ts.Statement, path: string): boolean => {
    const isImport = ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement);
    if (!isImport) return !isPureDeclaration(statement);
    return statement.moduleSpecifier !== undefined && hasEffects(path, (statement.moduleSpecifier as ts.StringLiteral).text);
  };
  return hasEffects;
}
