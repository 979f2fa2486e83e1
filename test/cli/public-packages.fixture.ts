import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { minify, type MinifyOptions } from 'terser';
import ts from 'typescript-6';
import type { Tree } from '../../packages/cli/src/code/tree.ts';
import { root } from '../../tools/testing/root.ts';

const cache = join(root, 'node_modules/.cache/packages');

/** Downloads a package without its dependencies, once, and returns its folder. */
export function fetchPackage(specifier: string): string {
  const folder = join(cache, specifier.replaceAll('/', '-'));
  if (existsSync(folder)) return join(folder, 'package');
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(`${folder}-`);
  const archive = execFileSync('npm', ['pack', specifier, '--silent', '--pack-destination', draft], { encoding: 'utf8' }).trim();
  execFileSync('tar', ['xzf', join(draft, archive), '-C', draft]);
  if (existsSync(folder)) rmSync(draft, { recursive: true });
  else renameSync(draft, folder);
  return join(folder, 'package');
}

/** The scripts and JSON files of a folder. */
export function treeOf(folder: string): Tree {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => /\.(?:[cm]?[jt]sx?|json)$/.test(path));
  return new Map(
    paths.map((path) => {
      const content = readFileSync(join(folder, path));
      return [path, { path, blob: createHash('sha1').update(content).digest('hex'), read: () => content }];
    }),
  );
}

/** Code as two minifiers leave it, without unused declarations, imports of effects alone and blocks in lists of statements. */
export async function canonical(path: string, code: string): Promise<string> {
  let [before, after] = ['', code];
  let loader: 'ts' | 'tsx' = path.endsWith('.ts') ? 'ts' : 'tsx';
  for (let count = 0; before !== after && count < 10; count++) {
    before = after;
    const script = transformSync(after, { loader, jsx: 'transform', target: 'esnext', minifySyntax: true }).code;
    const { code: shorter = '' } = await minify(script, options);
    after = flattened(shorter).replaceAll(/^import "[^"]+";\n/gm, '');
    loader = 'ts';
  }
  return after;
}

const options: MinifyOptions = {
  module: true,
  mangle: false,
  format: { beautify: true },
  compress: {
    passes: 3,
    pure_getters: true,
    pure_funcs: ['require', '__importStar', '__importDefault', '_interopDefaultLegacy'],
    keep_fnames: true,
    keep_classnames: true,
    sequences: false,
    join_vars: false,
    inline: false,
  },
};

/** Neither minifier removes the braces of a block that only declares names which nothing else uses. */
function flattened(code: string): string {
  const file = ts.createSourceFile('code.js', code, ts.ScriptTarget.ESNext, true);
  const { transformed } = ts.transform(file, [
    (context) => {
      const visit = (node: ts.Node): ts.Node | ts.Node[] => {
        const { parent } = node;
        const isInList = ts.isBlock(node) && (ts.isBlock(parent) || ts.isSourceFile(parent) || ts.isCaseOrDefaultClause(parent));
        const visited = ts.visitEachChild(node, visit, context);
        return isInList ? [...(visited as ts.Block).statements] : visited;
      };
      return (of) => ts.visitEachChild(of, visit, context);
    },
  ]);
  return ts.createPrinter().printFile(transformed[0] as ts.SourceFile);
}
