import ts from 'typescript-6';
import { type Edit, blockOf } from './script.ts';

/** The white space before the text of the line that contains a position. */
export function indentAt(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, at))?.[0] ?? '';
}

const startsLine = (text: string, at: number): boolean => /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, at - 200), at));

/** The source of a node as it is indented at another one. */
export function movedTo(node: ts.Node, target: ts.Node, text: string): string {
  const from = startsLine(text, node.getStart()) ? indentAt(text, node.getStart()) : lastIndent(text, node.end);
  return shifted(node.getSourceFile(), { start: node.getStart(), end: node.end }, from, indentAt(text, target.getStart()));
}

const lastIndent = (text: string, end: number): string => {
  const start = text.lastIndexOf('\n', end - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, end))?.[0] ?? '';
};

/** A range of the source, with its lines after the first indented by `to` instead of `from`. Lines within templates stay. */
export function shifted(
  file: ts.SourceFile,
  { start, end }: { readonly start: number; readonly end: number },
  from: string,
  to: string,
): string {
  const { text } = file;
  if (from === to) return text.slice(start, end);
  const isFixed = fixedLines(file, start, end);
  let at = start;
  const lines = text.slice(start, end).split('\n');
  return lines
    .map((line, index) => {
      const lineStart = at;
      at += line.length + 1;
      if (index === 0 || isFixed(lineStart)) return line;
      return line.startsWith(from) ? to + line.slice(from.length) : line;
    })
    .join('\n');
}

/** Positions inside of texts, where white space matters. */
function fixedLines(file: ts.SourceFile, start: number, end: number): (at: number) => boolean {
  const ranges: (readonly [number, number])[] = [];
  const visit = (node: ts.Node): void => {
    if (node.end < start || node.pos > end) return;
    const isText =
      ts.isStringLiteralLike(node) ||
      node.kind === ts.SyntaxKind.TemplateHead ||
      node.kind === ts.SyntaxKind.TemplateMiddle ||
      node.kind === ts.SyntaxKind.TemplateTail;
    if (isText) ranges.push([node.getStart(), node.end]);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return (at) => ranges.some(([from, to]) => at > from && at < to);
}

/** Texts that continue the statement before them if it has no semicolon. */
const continuing = /^[([`+\-/*,.]/;
/** Texts that would be a declaration, a block or a directive at the start of a statement. */
const declaring = /^(?:\{|function\b|class\b|async\s+function\b|let\s*\[|['"])/;

/** The text of an expression, made safe if a statement or the body of an arrow function begins with it. */
export function startOfStatement(node: ts.Node, text: string, source: string): string {
  let outer = node;
  while (outer.parent.getStart() === node.getStart() && !ts.isStatement(outer) && !ts.isArrowFunction(outer.parent)) outer = outer.parent;
  const isBody = ts.isArrowFunction(outer.parent) && outer.parent.body === outer;
  const isStatement = ts.isExpressionStatement(outer) || (ts.isExportAssignment(outer.parent) && outer.parent.expression === outer);
  if ((isBody || isStatement) && declaring.test(text)) return terminated(outer, `(${text})`, source);
  return isStatement ? terminated(outer, text, source) : text;
}

/** The text of a statement, after a semicolon if it would otherwise continue the statement before it. */
function terminated(statement: ts.Node, text: string, source: string): string {
  return continuing.test(text) && isOpen(statement, source) ? `;${text}` : text;
}

/** True if the statement before ends without a semicolon. */
function isOpen(statement: ts.Node, source: string): boolean {
  const statements: readonly ts.Node[] = blockOf(statement.parent)?.statements ?? [];
  const before = statements[statements.indexOf(statement) - 1];
  if (before === undefined) return false;
  const last = source.slice(0, before.end).trimEnd().at(-1);
  const endsItself =
    last === ';' ||
    (last === '}' &&
      (ts.isBlock(before) ||
        ts.isIfStatement(before) ||
        ts.isFunctionDeclaration(before) ||
        ts.isClassDeclaration(before) ||
        ts.isIterationStatement(before, false) ||
        ts.isTryStatement(before) ||
        ts.isSwitchStatement(before)));
  return !endsItself;
}

/** Removes a statement with its lines and the comments that belong to it, or leaves the text in its lines. */
export function replaceStatement(statement: ts.Node, source: string, text = ''): Edit {
  if (text !== '') return { start: statement.getStart(), end: statement.end, text: terminated(statement, text, source) };
  const list = blockOf(statement.parent);
  if (list === undefined) return { start: statement.getStart(), end: statement.end, text: '{}' };
  const statements: readonly ts.Node[] = list.statements;
  const index = statements.indexOf(statement);
  const next = statements[index + 1];
  // Without the statement, the next one would continue the one before.
  if (next && continuing.test(source.slice(next.getStart())) && isOpen(statement, source))
    return { start: statement.getStart(), end: statement.end, text: ';' };
  return removeLines(source, ownStart(statement, source, index === 0 && ts.isSourceFile(list)), statement.end);
}

/** The start of the comments directly above a statement. The first comment of a file belongs to the file. */
function ownStart(statement: ts.Node, source: string, isFirst: boolean): number {
  const comments = ts.getLeadingCommentRanges(source, statement.getFullStart()) ?? [];
  let start = statement.getStart();
  for (const { pos, end } of isFirst ? [] : comments.toReversed()) {
    const gap = source.slice(end, start);
    if (/\n[ \t\r]*\n/.test(gap) || !startsLine(source, pos)) break;
    start = pos;
  }
  return start;
}

/** Removes a range with the rest of its lines if nothing else is in them, and one of two blank lines around them. */
export function removeLines(source: string, start: number, end: number): Edit {
  const lineStart = source.lastIndexOf('\n', start - 1) + 1;
  const [rest = ''] = /^[ \t]*(?:\/\/[^\n]*|\/\*[^\n]*?\*\/[ \t]*)?(?:\r?\n|$)/.exec(source.slice(end)) ?? [];
  const isAlone = source.slice(lineStart, start).trim() === '' && (rest !== '' || end === source.length);
  if (!isAlone) return { start, end: end + (/^[ \t]+(?=\S)/.exec(source.slice(end))?.[0].length ?? 0), text: '' };
  const before = source.slice(0, lineStart);
  const blank = /^[ \t]*\r?\n/.exec(source.slice(end + rest.length))?.[0] ?? '';
  const isAfterGap = /(?:^|[{([:]|\n[ \t\r]*)\r?\n?$/.test(before) && /(?:^|\n[ \t\r]*\n|[{([:]\s*\n)$/.test(before);
  return { start: lineStart, end: end + rest.length + (isAfterGap ? blank.length : 0), text: '' };
}
