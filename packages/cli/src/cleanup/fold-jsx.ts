import ts from 'typescript-6';
import { evaluate } from './fold-expression.ts';
import type { Edit, Script } from './script.ts';
import { removeLines } from './statement-text.ts';

/** Removes a child that renders nothing, if no text is in its lines: spaces next to it would render differently. */
export function foldJsx(node: ts.JsxExpression, script: Script): readonly Edit[] | undefined {
  if (!node.expression || !(ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent))) return undefined;
  const constant = evaluate(node.expression, script);
  if (constant === undefined || !(typeof constant.value === 'boolean' || constant.value === undefined || constant.value === null))
    return undefined;
  const { text } = script;
  const [before, after] = [text.slice(0, node.getStart()), text.slice(node.end)];
  if (/\n[ \t]*$/.test(before) && /^[ \t]*\r?\n/.test(after)) return [removeLines(text, node.getStart(), node.end)];
  return /[>}]$/.test(before) && /^[<{]/.test(after) ? [{ start: node.getStart(), end: node.end, text: '' }] : undefined;
}
