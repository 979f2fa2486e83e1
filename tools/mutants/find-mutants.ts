import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import {
  isAwaitExpression,
  isBinaryExpression,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isExpressionStatement,
  isFunctionDeclaration,
  isIfStatement,
  isNumericLiteral,
  isReturnStatement,
  isThrowStatement,
} from 'typescript/unstable/ast/is';
import { API } from 'typescript/unstable/sync';

/** A change of one place in a file of production code. */
export interface Mutant {
  readonly file: string;
  readonly line: number;
  /** The replaced range of the file's text. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  readonly mutation: string;
}

type Change = readonly [node: { readonly end: number; getStart(source: SourceFile): number }, replacement: string, mutation: string];

const operators: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
};

/** Logging is not tested statement by statement. */
const logging = /\blog\.\w+\(/;

/** Returns the mutants of these files, in their order. Writes a configuration without libraries to the folder, so that only they are read. */
export function findMutants(folder: string, files: readonly string[]): Mutant[] {
  const config = join(folder, 'tsconfig.mutants.json');
  const compilerOptions = { noResolve: true, noLib: true, types: [], allowImportingTsExtensions: true, noEmit: true };
  writeFileSync(config, JSON.stringify({ compilerOptions, files }));
  const api = new API({ cwd: folder });
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    return files.flatMap((file) => {
      const source = project?.program.getSourceFile(join(folder, file));
      if (!source) throw new Error(`${file} cannot be parsed`);
      return mutantsIn(source, file);
    });
  } finally {
    api.close();
  }
}

function mutantsIn(source: SourceFile, file: string): Mutant[] {
  const found: Mutant[] = [];
  const visit = (node: Node): void => {
    for (const [replaced, replacement, mutation] of changesOf(node, source)) {
      const start = replaced.getStart(source);
      const line = source.text.slice(0, start).split('\n').length;
      found.push({ file, line, start, end: replaced.end, replacement, mutation });
    }
    node.forEachChild(visit);
  };
  source.forEachChild(visit);
  return found;
}

function changesOf(node: Node, source: SourceFile): Change[] {
  if (isBinaryExpression(node))
    return [...ofOperator(node.operatorToken, source), ...[node.left, node.right].flatMap((side) => ofNumber(side, source))];
  if (isConditionalExpression(node)) return [negated(node.condition, source)];
  if (isIfStatement(node)) {
    const isGuard = !node.elseStatement && (isReturnStatement(node.thenStatement) || isThrowStatement(node.thenStatement));
    return [negated(node.expression, source), ...(isGuard ? [[node, ';', 'guard removed'] as const] : [])];
  }
  if (isFunctionDeclaration(node) && node.body && /^(?:void|Promise<void>)$/.test(node.type?.getText(source) ?? ''))
    return node.body.statements.length > 0 ? [[node.body, '{}', 'body removed']] : [];
  return isExpressionStatement(node) ? ofStatement(node, source) : [];
}

function ofOperator(token: Node, source: SourceFile): Change[] {
  const operator = token.getText(source);
  const other = operators[operator];
  return other === undefined ? [] : [[token, other, `${operator} to ${other}`]];
}

function ofNumber(node: Node, source: SourceFile): Change[] {
  if (!isNumericLiteral(node)) return [];
  const value = Number(node.getText(source).replaceAll('_', ''));
  return [value + 1, value - 1].map((other) => [node, other < 0 ? `(${other})` : `${other}`, `${value} to ${other}`]);
}

const negated = (condition: Node, source: SourceFile): Change => [condition, `!(${condition.getText(source)})`, 'condition negated'];

function ofStatement(node: Node & { readonly expression: Node }, source: SourceFile): Change[] {
  const called = isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
  if (!isCallExpression(called) || called.expression.kind === SyntaxKind.SuperKeyword || logging.test(node.getText(source))) return [];
  return [[node, isBlock(node.parent) ? '' : ';', 'call removed']];
}

/** Applies the mutant to the folder. The returned function restores the file. */
export function applyMutant(folder: string, { file, start, end, replacement }: Mutant): () => void {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.slice(0, start) + replacement + text.slice(end));
  return () => writeFileSync(path, text);
}
