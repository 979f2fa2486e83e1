import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@signalbox/testing';
import { type Product, startProduct } from './product.ts';

const root = join(import.meta.dirname, '../..');

interface Fence {
  readonly language: string;
  readonly code: string;
}

/** Code fences of a page, in order. */
const fencesOf = (page: string): Fence[] =>
  [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({ language, code }));

/** Commands of the page, each with the output shown below it, if any. */
function commandsOf(page: string): { readonly command: string; readonly shown: unknown }[] {
  const fences = fencesOf(page);
  return fences.flatMap(({ language, code }, index) => {
    if (language !== 'sh' || code.startsWith('npm ')) return [];
    const next = fences[index + 1];
    return [{ command: code, shown: next?.language === 'json' ? (JSON.parse(next.code) as unknown) : null }];
  });
}

/** True if the output contains everything that the page shows; `...` matches any text. */
function shows(shown: unknown, answer: unknown): boolean {
  if (typeof shown === 'string' && shown.endsWith('...')) return typeof answer === 'string' && answer.startsWith(shown.slice(0, -3));
  if (typeof shown !== 'object' || shown === null) return shown === answer;
  if (typeof answer !== 'object' || answer === null) return false;
  return Object.entries(shown).every(([name, value]) => shows(value, (answer as Record<string, unknown>)[name]));
}

describe('the README', function () {
  this.timeout(90_000);
  let product: Product;
  let folder: string;
  let page: string;
  before(async () => {
    product = await startProduct();
    folder = await mkdtemp(join(root, 'test/readme-'));
    page = (await readFile(join(root, 'README.md'), 'utf8'))
      .replaceAll('http://localhost:4242', product.url)
      .replaceAll('PASSWORD', product.password);
  });
  after(async () => {
    await rm(folder, { recursive: true, force: true });
    await product.close();
  });

  const shell = (script: string) => promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder, timeout: 30_000 });

  it('leads to a feature that an application receives, with its commands and outputs exactly as shown', async () => {
    const commands = commandsOf(page);
    deepEqual(
      commands.map(({ shown }) => shown !== null),
      [true, true, true, true, false, true],
    );
    for (const { command, shown } of commands) {
      await eventually(async () => {
        const { stdout } = await shell(`TOKEN=$(cat token.txt 2>/dev/null || true)\n${command}\nprintf '%s' "\${TOKEN:-}" > token.txt`);
        if (shown === null) return equal(stdout, '');
        ok(shows(shown, JSON.parse(stdout)), `${command}answers ${stdout}`);
      });
    }
  });

  it('is reported if it shows a different output', () => {
    equal(shows({ enabled: true, id: '...' }, { enabled: true, id: 'x', more: 1 }), true);
    equal(shows({ enabled: true }, { enabled: false }), false);
    equal(shows({ list: [{ name: 'a' }] }, { list: [] }), false);
  });

  it('shows an application that evaluates the feature as on', async () => {
    const source = fencesOf(page).find(({ language }) => language === 'js')?.code ?? '';
    await writeFile(join(folder, 'application.mjs'), source);
    const TOKEN = await readFile(join(folder, 'token.txt'), 'utf8');
    const application = spawn(process.execPath, [join(folder, 'application.mjs')], {
      env: { ...process.env, TOKEN },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let response = '';
    application.stdout.setEncoding('utf8').on('data', (text: string) => {
      response += text;
    });
    try {
      await eventually(() => match(response, /new-checkout: true/), 15_000);
    } finally {
      application.kill();
    }
  });
});
