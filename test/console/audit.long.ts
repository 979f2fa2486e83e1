import { deepEqual, equal, ok } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import type { Page } from 'playwright-core';
import { type ConsoleInBrowser, isWell, openConsole, violationsOf } from './console.fixture.ts';

const features = '/api/admin/projects/default/features';
const hostile = '<img src=x onerror=alert(1)>';

describe('the page of the log', function () {
  this.timeout(120_000);
  let opened: ConsoleInBrowser;
  let page: Page;

  before(async function () {
    opened = await openConsole(this);
    const { admin } = opened.product;
    for (const name of ['express-pay', 'card-vault'])
      equal((await admin.post(features, { name, type: 'release', description: hostile })).status, 201);
    equal((await admin.post(`${features}/express-pay/environments/development/on`)).status, 200);
    await eventually(async () => {
      const { body } = await admin.get('/api/admin/search/events?type=IS:feature-environment-enabled');
      equal(body.total, 1);
    });
    page = await opened.logIn();
  });
  after(() => opened?.close());
  afterEach(() => isWell(page));

  const line = (text: string) => page.getByRole('listitem').filter({ hasText: text });

  it('tells who did what to which feature', async () => {
    await page.goto('/audit');
    await line('switched it on in development').filter({ hasText: 'express-pay' }).waitFor();
    await line('created the feature').first().waitFor();
  });

  it('is filtered by kind, and by project where it stands in one', async () => {
    await page.goto('/projects/default/audit');
    await page.getByRole('searchbox').fill('type:feature-created feature:card-vault');
    await page.waitForURL('**/audit?q=**');
    await line('express-pay').first().waitFor({ state: 'detached' });
    equal(await line('created the feature').count(), 1);
  });

  it('takes back what can be taken back, after it said what that means', async () => {
    await page.goto('/audit?q=type:feature-environment-enabled');
    await line('switched it on').getByRole('button').click();
    await page.getByRole('button', { name: 'Undo the change' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    const { body } = await opened.product.admin.get(`${features}/express-pay`);
    ok(body.environments.every(({ enabled }: { enabled: boolean }) => !enabled));
  });

  it('says what finds nothing', async () => {
    await page.goto('/audit?q=nothing-like-it');
    await page.getByText('Nothing matches “nothing-like-it”').waitFor();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1360, 360]) {
      it(`is accessible in ${colorScheme} at ${width} pixels`, async () => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        await page.goto('/audit');
        await line('created the feature').first().waitFor();
        deepEqual(await violationsOf(page), []);
      });
    }
  }
});
