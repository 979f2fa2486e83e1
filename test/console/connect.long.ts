import { deepEqual, equal, ok } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type ConsoleInBrowser, isWell, openConsole, violationsOf } from './console.fixture.ts';

const features = '/api/admin/projects/default/features';

describe('the first minutes', () => {
  let opened: ConsoleInBrowser;
  let page: Page;

  before(async function () {
    opened = await openConsole(this);
    page = await opened.logIn();
  });
  after(() => opened?.close());
  afterEach(() => isWell(page));

  const step = (name: string) => page.getByRole('listitem').filter({ hasText: name });

  it('lead from an empty instance to a feature that is on', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Create a feature' }).click();
    await page.getByLabel('Name', { exact: true }).fill('new-checkout');
    await page.getByRole('button', { name: 'Create feature' }).click();
    await page.waitForURL('**/features/new-checkout?in=development');
    await page.getByRole('switch', { name: 'new-checkout in development' }).click();
    await page.getByText('new-checkout is on in development.').waitFor();
    await page.goto('/');
    await step('Choose who gets it').getByText('done').waitFor();
    await page.getByRole('link', { name: 'Connect an application' }).click();
    await page.waitForURL('**/projects/default/connect?feature=new-checkout');
  });

  it('end with a snippet that runs unchanged, and a page that reports it', async () => {
    await page.goto('/projects/default/connect?feature=new-checkout&sdk=node');
    await page.getByText('Waiting for an application to connect in development.', { exact: false }).waitFor();
    ok((await page.getByLabel('Code for Node', { exact: true }).innerText()).includes('YOUR_TOKEN'));
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByText('Your token is in the snippet below.', { exact: false }).waitFor();
    const code = await page.getByLabel('Code for Node', { exact: true }).innerText();
    equal(code.includes('YOUR_TOKEN'), false);
    const output = await run(code, /new-checkout: true/, async () => {
      await page.getByText('Connected in development: my-application.').waitFor({ timeout: 15_000 });
      await page.getByText(/new-checkout was evaluated .*: [1-9]\d* on, 0 off/).waitFor({ timeout: 15_000 });
      await page.getByRole('switch', { name: 'new-checkout in development' }).click();
      await page.getByText('new-checkout is off in development.').waitFor();
      await page.getByText(/new-checkout was evaluated .*: [1-9]\d* on, [1-9]\d* off/).waitFor({ timeout: 30_000 });
    });
    ok(output.includes('new-checkout: true'));
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText('Three steps to your first feature').waitFor({ state: 'detached' });
  });

  it('show the token type that each SDK needs', async () => {
    for (const [sdk, type] of [
      ['react', 'frontend token'],
      ['python', 'client token'],
      ['dotnet', 'client token'],
      ['curl', 'frontend token'],
    ] as const) {
      await page.goto(`/projects/default/connect?sdk=${sdk}`);
      await page.getByText(type, { exact: false }).first().waitFor();
    }
    deepEqual(await violationsOf(page), []);
  });

  it('show the snippet on the feature page, with variants', async () => {
    const path = `${features}/new-checkout/environments/development/variants`;
    const variants = ['one-page', 'three-pages'].map((name) => ({ name, weight: 500, weightType: 'variable', stickiness: 'default' }));
    equal((await opened.product.admin.put(path, variants)).status, 200);
    await page.goto('/projects/default/features/new-checkout/code');
    const code = await page.getByLabel('Code for Node', { exact: true }).innerText();
    ok(code.includes('as "one-page" | "three-pages" | "disabled"'));
    await page.getByRole('link', { name: 'Go', exact: true }).click();
    await page.getByLabel('Code for Go', { exact: true }).waitFor();
    ok(page.url().endsWith('/code?sdk=go'));
  });

  it('support addresses of earlier consoles', async () => {
    await page.goto('/projects/default/features/new-checkout/strategies/edit?environmentId=production&strategyId=1');
    await page.waitForURL('**/projects/default/features/new-checkout?in=production');
    await page.goto('/admin/users');
    await page.waitForURL('**/settings/users');
  });

  it('offer sample data only on an empty instance', async () => {
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    equal(await page.getByRole('button', { name: 'Add sample data' }).count(), 0);
  });

  /** Runs a program in a folder where its library can be resolved; resolves to its output. */
  async function run(code: string, expected: RegExp, then: () => Promise<void>): Promise<string> {
    const folder = await mkdtemp(join(import.meta.dirname, 'snippet-'));
    await writeFile(join(folder, 'application.mts'), code);
    const child = spawn(process.execPath, [join(folder, 'application.mts')], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    try {
      await new Promise<void>((resolve) =>
        child.stdout.setEncoding('utf8').on('data', (text: string) => {
          output += text;
          if (expected.test(output)) resolve();
        }),
      );
      await then();
      return output;
    } finally {
      child.kill();
      await rm(folder, { recursive: true });
    }
  }
});

describe('sample data', () => {
  let opened: ConsoleInBrowser;

  before(async function () {
    opened = await openConsole(this);
  });
  after(() => opened?.close());

  it('fills an empty instance with one button', async () => {
    const page = await opened.logIn();
    await page.getByRole('button', { name: 'Add sample data' }).click();
    await page.getByText('Added the projects Shop and Warehouse.').waitFor({ timeout: 60_000 });
    await page.goto('/projects/shop');
    await page.getByRole('link', { name: 'express-pay' }).waitFor();
    isWell(page);
  });
});
