import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeUnless, eventually, missing } from '@signalbox/testing';
import { root } from '../../tools/testing/root.ts';
import { commandsOf, fencesOf, shows } from './page-commands.fixture.ts';
import { type Product, startProduct } from './product.ts';

describeUnless('the guides', missing('bash', 'curl'), () => {
  let product: Product;
  let env: Record<string, string | undefined>;
  before(async () => {
    product = await startProduct();
    const { tokens } = product;
    env = { ...process.env, ADMIN_TOKEN: tokens.admin, CLIENT_TOKEN: tokens.client, FRONTEND_TOKEN: tokens.frontend };
  });
  after(() => product.close());

  const pageOf = async (name: string) =>
    (await readFile(join(root, `docs/guides/${name}.md`), 'utf8')).replaceAll('http://localhost:4242', product.url);

  /** Runs all commands of a page. Each output must contain what the page shows below the command. */
  async function follow(name: string, amount: number): Promise<void> {
    const commands = commandsOf(await pageOf(name));
    equal(commands.length, amount);
    for (const { command, shown } of commands)
      await eventually(async () => {
        const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', command], { env, timeout: 30_000 });
        if (shown !== null) ok(shows(shown, JSON.parse(stdout)), `${command}prints ${stdout}`);
      });
  }

  async function releaseFeature(name: string): Promise<void> {
    const features = '/api/admin/projects/default/features';
    equal((await product.admin.post(features, { name })).status, 201);
    equal((await product.admin.post(`${features}/${name}/environments/development/strategies`, { name: 'default' })).status, 200);
    equal((await product.admin.post(`${features}/${name}/environments/development/on`)).status, 200);
  }

  it('release a feature to a quarter of the users in two countries', () => follow('first-feature', 5));

  it('set rules, which refuse a feature without a description', async () => {
    await follow('rules', 3);
    equal((await product.admin.put('/api/admin/projects/default/rules', {})).status, 200);
  });

  it('configure sign-on and provisioning', () => follow('sign-on', 4));

  it('show SDKs that read the feature', async () => {
    await releaseFeature('new-checkout');
    await follow('sdks', 1);
    const applications = fencesOf(await pageOf('sdks')).filter(({ language }) => language === 'js');
    equal(applications.length, 3);
    const folder = await mkdtemp(join(root, 'test/guide-'));
    try {
      for (const { code } of applications) deepEqual(await outputOf(code, folder), 'new-checkout: true');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  /** First line that the program prints. Programs keep running, as applications do. */
  async function outputOf(code: string, folder: string): Promise<string> {
    const file = join(folder, 'application.mjs');
    await writeFile(file, code);
    const application = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    application.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    try {
      await eventually(() => match(output, /\n/));
      return output.split('\n')[0] ?? '';
    } finally {
      application.kill();
    }
  }
});
