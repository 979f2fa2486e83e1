import { ok } from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import ts from 'typescript-6';
import { patchScript } from '../../packages/cli/src/cleanup/patch-tree.ts';
import type { Unleash } from 'unleash-client';
import type { Winner } from '../../packages/cli/src/cleanup/winner.ts';
import type { Shape } from './shapes.fixture.ts';

const payload = { type: 'string', value: 'it\'s "`${x}\n' };
/** Winners of the flag `f`. */
export const winners = {
  on: { enabled: true },
  off: { enabled: false },
  variant: { enabled: true, variant: 'blue', payload },
} as const satisfies Readonly<Record<string, Winner>>;

const head = `import { client, Fragment, h, log, of, t } from './environment';\nimport type {} from '@openfeature/server-sdk';\n`;

/** The module of a shape. */
export const sourceOf = ({ body, top = '', isAsync }: Shape): string =>
  `${head}${top}\nexport ${isAsync ? 'async ' : ''}function run(a: boolean, b: boolean)${isAsync ? ': Promise<any>' : ': any'} {\n  ${body}\n}\n`
    .replaceAll(/\bON\b/g, "client.isEnabled('f')")
    .replaceAll(/\bVARIANT\b/g, "client.getVariant('f')");

/** A module without the flag. */
export const patchedText = (text: string, winner: Winner) =>
  patchScript(
    'shape.tsx',
    text,
    {
      flag: 'f',
      winner,
      rules: { declared: [] },
      link: () => undefined,
      chains: new Set(['client.isEnabled']),
      dropsArguments: false,
    },
    () => false,
  );

/** The module of a shape without the flag. */
export const patched = (shape: Shape, winner: Winner) => patchedText(sourceOf(shape), winner);

interface Node {
  readonly html: string;
}

const render = (child: unknown): string => {
  if (Array.isArray(child)) return child.map(render).join('');
  if (child === null || child === undefined || typeof child === 'boolean') return '';
  return typeof child === 'object' && 'html' in child ? (child as Node).html : (child as string);
};

const Fragment = ({ children }: { children: unknown[] }): Node => ({ html: render(children) });

function h(tag: string | ((properties: object) => Node), properties: object | null, ...children: unknown[]): Node {
  if (typeof tag !== 'string') return tag({ ...properties, children });
  return { html: `<${tag} ${JSON.stringify(properties)}>${render(children)}</${tag}>` };
}

/** Options of the compiler. */
export const compilerOptions = {
  module: ts.ModuleKind.CommonJS,
  target: ts.ScriptTarget.ES2022,
  jsx: ts.JsxEmit.React,
  jsxFactory: 'h',
  jsxFragmentFactory: 'Fragment',
};

/** JavaScript of a module. */
export const compiled = (code: string): string => ts.transpileModule(code, { compilerOptions, fileName: 'shape.tsx' }).outputText;

/** Everything that a run of compiled code does: its log, its result and its failure. */
export async function behavior(code: string, client: Unleash, of: unknown, [a, b]: readonly [boolean, boolean]): Promise<string> {
  const trace: unknown[] = [];
  const log = (value: unknown) => void trace.push(value);
  const t = <T>(value: T): T => {
    log(value);
    return value;
  };
  const exports: { run?: (a: boolean, b: boolean) => unknown } = {};
  let result: unknown;
  try {
    runInNewContext(code, { exports, require: () => ({ client, Fragment, h, log, of, t }) });
    result = await exports.run?.(a, b);
  } catch (error) {
    ok(!(error instanceof Error) || !/SyntaxError|ReferenceError/.test(error.name), `${String(error)}\n${code}`);
    result = { failure: String(error) };
  }
  return JSON.stringify({ trace, result: result === undefined ? 'undefined' : result }, (_, value: unknown) =>
    typeof value === 'function' ? 'function' : value,
  );
}
