import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Check, checks, runCheck } from './checks.ts';
import { root } from './root.ts';

const sound = 'export function greet(name: string): string {\n  return `Hello ${name}`;\n}\n';

/** Planted files for each check, by the text that its report must contain. */
const types = { TS2322: "export const count: number = 'one';\n", TS6133: 'function unused() {}\nexport {};\n' };
const planted: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  format: { const·two: 'export const  two = 2;\n', "'text'": 'export const text = "text";\n' },
  lint: {
    'typescript(no-floating-promises)': 'async function work(): Promise<void> {}\nwork();\n',
    'typescript(no-misused-promises)': 'export const all = [1].forEach(async () => undefined);\n',
    'typescript(await-thenable)': 'export async function wait() {\n  await 3;\n}\n',
    'typescript(no-explicit-any)': 'export let anything: any;\n',
    'typescript(no-non-null-assertion)': 'export const first = [1][0]!;\n',
    'typescript(switch-exhaustiveness-check)':
      "export function say(way: 'up' | 'down') {\n  switch (way) {\n    case 'up':\n      return 1;\n  }\n  return 2;\n}\n",
    'typescript(only-throw-error)': "export function fail() {\n  throw 'text';\n}\n",
    'typescript(consistent-type-imports)': "import { Server } from 'node:net';\nexport type Mine = Server;\n",
    'import(no-default-export)': 'export default 1;\n',
    'import(no-cycle)': "import { c } from './partner.ts';\nexport const a = 1;\nexport const b = c;\n",
    'eslint(no-unused-vars)': 'function unused() {}\n',
    'eslint(eqeqeq)': 'export const same = (a: number) => a == 1;\n',
    'eslint(no-console)': "console.log('text');\n",
    'eslint(no-var)': 'export var old = 1;\n',
    'unicorn(prefer-node-protocol)': "import { readFileSync } from 'fs';\nexport const read = readFileSync;\n",
  },
  types,
  'types of the console': types,
  exports: {
    needless: 'export const used = 1;\nexport const needless = used + 1;\n',
    exports: "import { used } from './planted-needless.ts';\n\nprocess.exitCode = used;\n",
  },
};

// The other file of the import cycle.
const partner = "import { a } from './planted-import-no-cycle.ts';\n\nexport const c = a;\n";
const tsconfigOf = (include: string) => `{ "extends": "${join(root, 'tsconfig.json')}", "include": ["${include}"] }\n`;

describe('checks', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'signalbox-checks-'));
    for (const file of ['biome.json', '.gitignore', '.oxlintrc.json']) cpSync(join(root, file), join(folder, file));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    write('tsconfig.json', tsconfigOf('*.ts'));
    mkdirSync(join(folder, 'packages/console'), { recursive: true });
    write('packages/console/tsconfig.json', tsconfigOf('../../*.ts'));
    write('package.json', '{\n  "type": "module"\n}\n');
    write('knip.jsonc', '{ "include": ["exports", "types"], "entry": ["{sound,planted-exports}.ts"], "project": ["*.ts"] }\n');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  for (const check of checks) {
    it(`accept valid code: ${check.title}`, async () => {
      write('sound.ts', sound);
      const { passed, output } = await run(check);
      assert.ok(passed, output);
    });

    it(`report errors: ${check.title}`, async () => {
      const files = Object.entries(planted[check.title] ?? {});
      for (const [expected, code] of files) write(`planted-${expected.replaceAll(/[^\w]+/g, '-').replace(/-$/, '')}.ts`, code);
      write('partner.ts', partner);
      const { passed, output } = await run(check);
      assert.equal(passed, false);
      const unreported = files.map(([expected]) => expected).filter((expected) => !output.includes(expected));
      assert.deepEqual([files.length > 0, unreported], [true, []], output);
    });
  }

  function write(file: string, text: string): void {
    writeFileSync(join(folder, file), text);
  }

  function run(check: Check) {
    return runCheck(check, { signal: new AbortController().signal, folder });
  }
});
