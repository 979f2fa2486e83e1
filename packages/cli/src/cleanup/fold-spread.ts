import ts from 'typescript-6';
import { bare } from '../code/script-source.ts';
import { evaluate } from './fold-expression.ts';
import { isPure } from './purity.ts';
import { removeElement } from './propagate.ts';
import type { Edit, Script } from './script.ts';

/** Removes `...false` and `...(x && false)` from an object, which add nothing. */
export function foldSpread(node: ts.SpreadAssignment, script: Script): readonly Edit[] | undefined {
  const inner = bare(node.expression);
  const isAnd = ts.isBinaryExpression(inner) && inner.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;
  const constant = evaluate(isAnd && isPure(inner.left) ? inner.right : inner, script);
  const isNothing = constant !== undefined && (constant.value === undefined || constant.value === null || constant.value === false);
  return isNothing ? [removeElement(node.parent.properties, node, script.text)] : undefined;
}
