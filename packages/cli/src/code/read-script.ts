import ts from 'typescript-6';
import {
  type CallRules,
  certaintyOfCall,
  type ComputedCall,
  type Facts,
  type LinkedCall,
  type FileReference,
  type Position,
} from './facts.ts';
import { isMention, type Occurrence, positionsOf } from './read-text.ts';
import { resolveExpression } from './resolve-name.ts';
import { bare, bindScript, chainOf, parseScript, type Symbols } from './script-source.ts';
import { namesSdk } from './sdk-calls.ts';

/** Reads facts of TypeScript and JavaScript from their syntax tree. */
export function readScript(path: string, text: string, occurrences: readonly Occurrence[], rules: CallRules): Facts {
  const file = parseScript(path, text);
  const positionOf = positionsOf(text);
  let bound: Symbols | undefined;
  const symbols: Symbols = (identifier) => (bound ??= bindScript(file))(identifier);
  const isSdkNamed = namesSdk.test(text);
  const names = new Set(occurrences.flatMap(({ isName, word }) => (isName ? [word] : [])));
  const references = new Map<number, FileReference>();
  const calls: LinkedCall[] = [];
  const computed: ComputedCall[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) readCall(node);
    else if (ts.isStringLiteralLike(node) && names.has(node.text)) {
      const symbol = constantOf(node);
      const at = node.getStart() + 1;
      if (symbol !== undefined && !references.has(at))
        references.set(at, { name: node.text, kind: 'definition', symbol, ...positionOf(at) });
    }
    ts.forEachChild(node, visit);
  };
  const readCall = (node: ts.CallExpression): void => {
    const [argument] = node.arguments;
    const certainty = argument && certaintyOfCall(chainOf(node.expression), rules);
    if (argument === undefined || certainty === undefined) return;
    const symbol = chainOf(node.expression);
    const isCertain = certainty === 'distinct' || isSdkNamed;
    const known = resolveExpression(argument, symbols);
    const at = ts.isStringLiteralLike(bare(argument)) ? bare(argument).getStart() + 1 : argument.getStart();
    if (known?.kind === 'text') references.set(at, { name: known.text, kind: 'evaluation', symbol, isCertain, ...positionOf(at) });
    else if (known?.kind === 'import') calls.push({ symbol, from: known.from, member: known.member, isCertain, ...positionOf(at) });
    else computed.push({ symbol, isCertain, ...positionOf(at) });
  };
  visit(file);
  const rest = occurrences.filter(({ isName, start }) => isName && !references.has(start));
  const mentions = rest.flatMap(({ word, start }) => (isMention(text, word, start) ? [mentionAt(word, positionOf(start))] : []));
  return { references: [...references.values(), ...mentions], calls, computed };
}

const mentionAt = (name: string, position: Position): FileReference => ({ name, kind: 'mention', ...position });

/** The constant, member of an enum, or member of a constant object that a literal initializes: `FLAGS.checkout`. */
function constantOf(node: ts.Expression): string | undefined {
  let parent: ts.Node = node.parent;
  while (ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent) || ts.isParenthesizedExpression(parent)) parent = parent.parent;
  if (ts.isVariableDeclaration(parent)) return (parent.parent.flags & ts.NodeFlags.Const) !== 0 ? parent.name.getText() : undefined;
  if (ts.isEnumMember(parent)) return `${parent.parent.name.text}.${parent.name.getText()}`;
  if (ts.isPropertyDeclaration(parent)) return parent.name.getText();
  if (!ts.isPropertyAssignment(parent) || parent.initializer.getEnd() < node.getEnd()) return undefined;
  const object = parent.parent;
  const outer = ts.isCallExpression(object.parent) && object.parent.expression.getText() === 'Object.freeze' ? object.parent : object;
  const owner = constantOf(outer);
  return owner === undefined ? undefined : `${owner}.${parent.name.getText()}`;
}
