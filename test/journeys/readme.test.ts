import { equal, match } from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@signalbox/testing';
import { type Product, startProduct } from './product.ts';

const root = join(import.meta.dirname, '../..');

/** The code fences of a language in a page, in order. */
function fencesOf(page: string, language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, code = '']) => code);
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

  it('leads to a feature that an application sees, with its commands as they stand', async () => {
    const [start = '', commands = '', look = ''] = fencesOf(page, 'sh');
    match(start, /^npm start/);
    equal(commands.trim().split('\n').length, 5);
    const { stdout } = await shell(`${commands}\nprintf '%s' "$TOKEN" > token.txt`);
    match(stdout, /"name":"new-checkout"/);
    await eventually(async () => {
      const seen = await shell(`TOKEN=$(cat token.txt)\n${look}`);
      const { features } = JSON.parse(seen.stdout) as { features: { name: string; enabled: boolean }[] };
      equal(features.find(({ name }) => name === 'new-checkout')?.enabled, true);
    });
  });

  it('shows an application that finds the feature on', async () => {
    const [program = ''] = fencesOf(page, 'js');
    await writeFile(join(folder, 'application.mjs'), program);
    const TOKEN = await readFile(join(folder, 'token.txt'), 'utf8');
    const application = spawn(process.execPath, [join(folder, 'application.mjs')], {
      env: { ...process.env, TOKEN },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    application.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    try {
      await eventually(() => match(said, /new-checkout: true/), 15_000);
    } finally {
      application.kill();
    }
  });
});
