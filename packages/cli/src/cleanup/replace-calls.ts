import ts from 'typescript-6';
import { type CallRules, certaintyOfCall, type Position } from '../code/facts.ts';
import type { Linker } from '../code/link-names.ts';
import { positionsOf } from '../code/read-text.ts';
import { resolveExpression } from '../code/resolve-name.ts';
import { bare, chainOf, type Symbols } from '../code/script-source.ts';
import { namesSdk } from '../code/sdk-calls.ts';
import { isPure } from './purity.ts';
import { type Edit, nodesOf, type Script } from './script.ts';
import { type Result, resultOf, type Winner } from './winner.ts';

/** A call that the patch leaves alone, and why. */
export interface RefusedCall extends Position {
  readonly path: string;
  readonly reason: string;
}

/** The calls to replace. */
export interface Target {
  readonly flag: string;
  readonly winner: Winner;
  readonly rules: CallRules;
  readonly link: Linker;
  /** Chains that evaluate the flag somewhere, such as `client.isEnabled`. */
  readonly chains: ReadonlySet<string>;
  /** True if calls in arguments of an evaluation may be dropped. */
  readonly dropsArguments: boolean;
}

/** Replaces the evaluations of a flag by constants. */
export function replaceCalls(
  script: Script,
  path: string,
  target: Target,
): { readonly edits: readonly Edit[]; readonly refused: readonly RefusedCall[] } {
  const positionOf = positionsOf(script.text);
  const isSdkNamed = namesSdk.test(script.text);
  const [edits, refused]: [Edit[], RefusedCall[]] = [[], []];
  for (const call of nodesOf(script.file)) {
    if (!ts.isCallExpression(call)) continue;
    const chain = chainOf(call.expression);
    const certainty = certaintyOfCall(chain, target.rules);
    const [argument] = call.arguments;
    if (certainty === undefined || argument === undefined) continue;
    const refuse = (reason: string) => void refused.push({ path, ...positionOf(call.getStart()), reason });
    const name = nameOf(argument, script, path, target.link);
    if (name === undefined) {
      const isEvaluation = certainty === 'distinct' || target.chains.has(chain) || (isSdkNamed && !isOwnFunction(call.expression, script));
      if (isEvaluation && mayBe(argument, target.flag)) refuse(`the name of the flag is computed: ${call.getText().slice(0, 80)}`);
      continue;
    }
    if (name !== target.flag) continue;
    const replaced = evaluationOf(call, chain, script, target);
    if ('reason' in replaced) refuse(replaced.reason);
    else edits.push({ start: replaced.node.getStart(), end: replaced.node.end, text: script.constants.add(replaced.constant) });
  }
  return { edits, refused };
}

function nameOf(argument: ts.Expression, { symbols }: Script, path: string, link: Linker): string | undefined {
  const known = resolveExpression(argument, symbols);
  if (known?.kind === 'import') return link(path, known.from, known.member)?.name;
  return known?.kind === 'text' ? known.text : undefined;
}

/** False for computed names that cannot be the flag: their fixed beginning or end differs. */
function mayBe(argument: ts.Expression, flag: string): boolean {
  const node = bare(argument);
  if (!ts.isTemplateExpression(node)) return !ts.isNumericLiteral(node) && !ts.isFunctionLike(node);
  return flag.startsWith(node.head.text) && flag.endsWith(node.templateSpans.at(-1)?.literal.text ?? '');
}

type Evaluation =
  | { readonly node: ts.Expression; readonly constant: { readonly value: unknown; readonly isReference?: true } }
  | { readonly reason: string };

function evaluationOf(call: ts.CallExpression, chain: string, script: Script, { winner, rules, dropsArguments }: Target): Evaluation {
  const isDeclared = rules.declared.some((each) => chain === each || chain.endsWith(`.${each}`));
  if (ts.isOptionalChain(call)) return { reason: 'the optional call may be skipped' };
  if (!isDeclared && isOwnFunction(call.expression, script))
    return { reason: `${chain} is a function of this code: declare it in \`calls\` of signalbox.json` };
  const [, ...others] = call.arguments;
  const receiver = ts.isPropertyAccessExpression(call.expression) ? [call.expression.expression] : [];
  const effect = dropsArguments ? undefined : [...receiver, ...others].find((each) => !isPure(each));
  if (effect) return { reason: `${effect.getText().slice(0, 80)} may have side effects; --drop-arguments drops it` };
  const result = resultOfCall(call, chain, isDeclared, winner);
  if ('reason' in result) return result;
  const awaited = awaitOf(call);
  if (awaited) return { node: awaited, constant: result };
  const isPromise = isDeclared ? false : returnsPromise(chain, script.text);
  if (isPromise === false || (isPromise && isReturned(call)))
    return { node: call, constant: isFromVue(call, chain, script) ? { value: { value: result.value }, isReference: true } : result };
  return {
    reason: isPromise ? 'the call returns a promise that is not awaited here' : 'the call may return a promise that is not awaited here',
  };
}

function resultOfCall(call: ts.CallExpression, chain: string, isDeclared: boolean, winner: Winner): Result {
  if (isDeclared) return { value: winner.enabled };
  const last = call.arguments.at(-1);
  const isBoolean = last !== undefined && (last.kind === ts.SyntaxKind.TrueKeyword || last.kind === ts.SyntaxKind.FalseKeyword);
  return resultOf(chain.slice(chain.lastIndexOf('.') + 1), winner, { isBoolean, hasFallback: call.arguments.length > 2 });
}

/** True for a function that this code defines or imports from itself: it may do more than evaluate. */
function isOwnFunction(callee: ts.Expression, { symbols, file }: Script): boolean {
  if (ts.isPropertyAccessExpression(callee))
    return membersOf(bare(callee.expression), symbols).some((member) => member.name?.getText() === callee.name.text);
  const [declaration] = ts.isIdentifier(callee) ? (symbols(callee)?.declarations ?? []) : [];
  if (declaration === undefined || declaration.getSourceFile() !== file) return false;
  const statement = ts.findAncestor(declaration, ts.isImportDeclaration);
  return statement === undefined || /^['"](?:\.|@\/|~|#)/.test(statement.moduleSpecifier.getText());
}

/** The members of an object that this file defines: `this`, a literal, a class or an instance. Empty for others. */
function membersOf(object: ts.Node | undefined, symbols: Symbols): readonly ts.NamedDeclaration[] {
  if (object === undefined) return [];
  if (object.kind === ts.SyntaxKind.ThisKeyword) return ts.findAncestor(object, ts.isClassLike)?.members ?? [];
  if (ts.isIdentifier(object)) return membersOf(symbols(object)?.declarations?.[0], symbols);
  if (ts.isVariableDeclaration(object)) return membersOf(object.initializer && bare(object.initializer), symbols);
  if (ts.isNewExpression(object)) return membersOf(bare(object.expression), symbols);
  if (ts.isObjectLiteralExpression(object)) return object.properties;
  return ts.isClassLike(object) ? object.members : [];
}

/** The `await` of a call, if any. */
function awaitOf(call: ts.CallExpression): ts.AwaitExpression | undefined {
  let node: ts.Node = call;
  while (ts.isParenthesizedExpression(node.parent)) node = node.parent;
  return ts.isAwaitExpression(node.parent) ? node.parent : undefined;
}

const serverSdk =
  /['"](?:@openfeature\/server-sdk|@launchdarkly\/node-server-sdk|launchdarkly-node-server-sdk|posthog-node|configcat-node|@openfeature\/nestjs-sdk)['"]/;
const browserSdk =
  /['"](?:@openfeature\/(?:web|react|angular)-sdk|@launchdarkly\/js-client-sdk|launchdarkly-js-client-sdk|launchdarkly-react-client-sdk|@openfeature\/react-sdk)['"]/;

/** Whether a method returns a promise, which depends on the SDK that the file imports. Undefined if that is unclear. */
function returnsPromise(chain: string, text: string): boolean | undefined {
  const method = chain.slice(chain.lastIndexOf('.') + 1);
  if (/^use[A-Z]/.test(method)) return false;
  if (method.endsWith('Async')) return true;
  const isDivided = /^get\w+Value$|ariation$|^isFeatureEnabled$/.test(method);
  if (!isDivided || (browserSdk.test(text) && !serverSdk.test(text))) return false;
  if (serverSdk.test(text)) return true;
  return method === 'isFeatureEnabled' ? false : undefined;
}

/** True if an async function returns the call itself. */
function isReturned(call: ts.CallExpression): boolean {
  const isResult = ts.isReturnStatement(call.parent) || (ts.isArrowFunction(call.parent) && call.parent.body === call);
  const owner = ts.findAncestor(call, ts.isFunctionLike);
  return (
    isResult &&
    owner !== undefined &&
    ts.canHaveModifiers(owner) &&
    ts.getModifiers(owner)?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) === true
  );
}

const isFromVue = (call: ts.CallExpression, chain: string, { text }: Script): boolean =>
  /^use[A-Z]/.test(chain) && ts.isIdentifier(call.expression) && /['"](?:@unleash\/proxy-client-vue|vue)['"]/.test(text);
