import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { eventually } from '@signalbox/testing';
import { type Product, startProduct } from '../journeys/product.ts';
import { type ConsoleInBrowser, contentWidth, isWell, openConsole, violationsOf, whenShown } from './console.fixture.ts';

describe('a migration in the console', () => {
  let opened: ConsoleInBrowser;
  let source: Product;
  let page: Page;

  before(async function () {
    opened = await openConsole(this, { INTEGRATIONS_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128' });
    source = await startProduct();
    equal((await source.admin.post('/api/admin/projects/default/features', { name: 'cart' })).status, 201);
    await eventually(async () => equal((await opened.product.admin.get('/api/admin/audit/checkpoints')).body.keys.length, 1));
    page = await opened.logIn();
    await page.goto('/settings/migration');
  });
  after(async () => {
    await source?.close();
    await opened?.close();
  });

  const fill = async (url: string, token: string) => {
    await page.getByLabel('Address of Unleash').fill(url);
    await page.getByLabel('Admin token of Unleash').fill(token);
    await page.getByRole('button', { name: 'Show plan' }).click();
  };
  const features = async () => (await opened.product.admin.get('/api/admin/projects/default/features')).body.features.length as number;

  it('shows why the source cannot be read', async () => {
    await fill('http://169.254.169.254', 'x');
    await page
      .getByRole('alert')
      .getByText(/INTEGRATIONS_ALLOWED_NETWORKS/)
      .waitFor();
    await fill(source.url, 'wrong');
    await page
      .getByRole('alert')
      .getByText(/failed with 401/)
      .waitFor();
  });

  it('shows the plan before anything changes', async () => {
    await fill(source.url, source.tokens.admin);
    await page
      .getByRole('region', { name: 'Plan' })
      .getByRole('row', { name: /^feature 1 0 0/ })
      .waitFor();
    equal(await features(), 0);
  });

  it('imports with a token that ends with the import', async () => {
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('The import is complete.').waitFor();
    equal(await features(), 1);
    const { tokens } = (await opened.product.admin.get('/api/admin/api-tokens')).body;
    deepEqual(
      tokens.filter(({ tokenName }: { tokenName: string }) => tokenName === 'Migration'),
      [],
    );
  });

  it('compares both instances, and offers the signed report', async () => {
    await page.getByRole('button', { name: 'Compare both' }).click();
    await page.getByText('Nothing was compared').waitFor();
    const [report] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download report' }).click()]);
    match(report.suggestedFilename(), /^migration-report\.json$/);
    await page.getByRole('button', { name: 'Download signature' }).waitFor();
    isWell(page);
  });

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1360, 390])
      it(`is accessible in ${colorScheme} at ${width} pixels, and scrolls in one direction`, async () => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        await whenShown(page);
        deepEqual(await violationsOf(page), []);
        ok((await contentWidth(page)) <= width);
      });
});
