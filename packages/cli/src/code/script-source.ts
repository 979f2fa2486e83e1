import ts from 'typescript-6';

/** Parses TypeScript or JavaScript, by the extension of the path. */
export function parseScript(path: string, text: string): ts.SourceFile {
  const options = { languageVersion: ts.ScriptTarget.ESNext, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  return ts.createSourceFile(path, text, options, true, scriptKindOf(path));
}

function scriptKindOf(path: string): ts.ScriptKind {
  if (/\.[cm]?ts$/.test(path)) return ts.ScriptKind.TS;
  return path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.JSX;
}

/** Finds the declarations of identifiers in one file. */
export type Symbols = (identifier: ts.Identifier) => ts.Symbol | undefined;

/** Binds a file. It sees no other file, so an imported name is the symbol of its import. */
export function bindScript(file: ts.SourceFile): Symbols {
  const host: ts.CompilerHost = {
    getSourceFile: (name) => (name === file.fileName ? file : undefined),
    getDefaultLibFileName: () => '',
    writeFile: () => undefined,
    getCurrentDirectory: () => '',
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (name) => name === file.fileName,
    readFile: () => undefined,
  };
  const options = { noLib: true, noResolve: true, allowJs: true, types: [], target: ts.ScriptTarget.ESNext, jsx: ts.JsxEmit.Preserve };
  const checker = ts.createProgram([file.fileName], options, host).getTypeChecker();
  return (identifier) => symbolAt(checker, identifier);
}

/** The variable or import that an identifier reads or writes. */
function symbolAt(checker: ts.TypeChecker, identifier: ts.Identifier): ts.Symbol | undefined {
  const { parent } = identifier;
  if (ts.isShorthandPropertyAssignment(parent)) return checker.getShorthandAssignmentValueSymbol(parent);
  if (ts.isExportSpecifier(parent)) return checker.getExportSpecifierLocalTargetSymbol(parent);
  return checker.getSymbolAtLocation(identifier);
}

/** The expression without parentheses and type assertions. */
export function bare(node: ts.Expression): ts.Expression {
  const isOuter =
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isTypeAssertionExpression(node);
  return isOuter ? bare(node.expression) : node;
}

/** The names of a chain, such as `this.flags.isEnabled`. Calls and computed properties end it on the left. */
export function chainOf(node: ts.Expression): string {
  const inner = bare(node);
  if (ts.isIdentifier(inner)) return inner.text;
  if (inner.kind === ts.SyntaxKind.ThisKeyword) return 'this';
  // Compilers write calls of imported functions as `(0, flags.isOn)()`.
  if (ts.isBinaryExpression(inner) && inner.operatorToken.kind === ts.SyntaxKind.CommaToken) return chainOf(inner.right);
  if (!ts.isPropertyAccessExpression(inner)) return '';
  const left = chainOf(inner.expression);
  return left === '' ? inner.name.text : `${left}.${inner.name.text}`;
}
