import { equal, match } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { fillReference } from '../migration/fill-reference.ts';
import { type Reference, startReference } from '../reference/start-reference.ts';
import { type ConsoleInBrowser, isWell, openConsole } from './console.fixture.ts';

describe('a migration from the reference server in the console', () => {
  let opened: ConsoleInBrowser;
  let reference: Reference;
  let page: Page;

  before(async function () {
    opened = await openConsole(this, { INTEGRATIONS_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128' });
    reference = await startReference('8.2.0');
    await fillReference(reference);
    page = await opened.logIn();
  });
  after(async () => {
    await reference?.close();
    await opened?.close();
  });

  it('shows the plan, imports everything, and finds no difference', async () => {
    await page.goto('/settings/migration');
    await page.getByLabel('Address of Unleash').fill(reference.url);
    await page.getByLabel('Admin token of Unleash').fill(reference.tokens.admin);
    await page.getByRole('button', { name: 'Show plan' }).click();
    await page.getByRole('row', { name: /^feature 16 2 0/ }).waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('The import is complete.').waitFor();
    await page.getByRole('button', { name: 'Compare both' }).click();
    // Evaluates thousands of contexts on both.
    await page.getByText('Both instances serve the same.').waitFor({ timeout: 120_000 });
    match(String(await page.getByText(/^Compared /).textContent()), /contexts/);
    equal((await opened.product.admin.get('/api/admin/projects/shop/features/shop-plain')).body.type, 'kill-switch');
    isWell(page);
  });
});
