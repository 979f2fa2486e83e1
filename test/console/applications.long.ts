import { deepEqual, equal, ok } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import type { Page } from 'playwright-core';
import { type ConsoleInBrowser, isWell, openConsole, violationsOf, whenShown } from './console.fixture.ts';
import { fillProduct } from './sample.fixture.ts';

describe('applications and insights', () => {
  let opened: ConsoleInBrowser;
  let page: Page;

  before(async function () {
    opened = await openConsole(this);
    await fillProduct(opened.product);
    await reportOldJobs();
    page = await opened.logIn();
  });
  after(() => opened?.close());
  afterEach(() => isWell(page));

  /** An application with an outdated SDK that evaluates a feature of the shop and one that does not exist. */
  async function reportOldJobs(): Promise<void> {
    const { admin, as } = opened.product;
    const body = { tokenName: 'jobs', type: 'client', environment: 'production', projects: ['shop'] };
    const { secret } = (await admin.post('/api/admin/api-tokens', body)).body;
    const own = { appName: 'night-jobs', instanceId: 'night-1', environment: 'production' };
    const application = { ...own, sdkVersion: 'unleash-client-node:5.1.0', strategies: ['default'] };
    const timestamp = new Date().toISOString();
    const { appName, environment } = own;
    const counts = ['express-pay', 'express-pya'].map((featureName) => ({
      featureName,
      appName,
      environment,
      timestamp,
      yes: 3,
      no: 0,
      variants: {},
    }));
    await eventually(async () => {
      const report = { applications: [application], metrics: counts };
      equal((await as({ authorization: secret }).post('/api/client/metrics/bulk', report)).status, 202);
    });
    await eventually(async () => equal((await admin.get('/api/admin/metrics/applications')).body.total, 4));
  }

  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  const cells = async (name: string) => (await row(name).getByRole('cell').allInnerTexts()).map((text) => text.trim());

  it('list every application with its projects, environments, SDK, instances, last report and unknown features', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Applications' }).click();
    await row('night-jobs').waitFor();
    equal(await page.getByRole('row').count(), 5);
    const [name, projects, environments, sdk, traffic, , unknown] = await cells('night-jobs');
    deepEqual(
      [name, projects, environments, sdk, traffic, unknown],
      ['night-jobs', 'Shop', 'production', 'unleash-client-node 5.1.0 outdated', '3/h\nby 1 instance', '1 unknown'],
    );
    const { body } = await opened.product.admin.get('/api/admin/metrics/applications');
    const shown = await Promise.all(
      body.applications.map(async ({ appName }: { appName: string }) => {
        const own = await cells(appName);
        return [own[0], Number(/by ([\d,]+)/.exec(own[4] ?? '')?.[1]), own[6]];
      }),
    );
    deepEqual(
      shown,
      body.applications.map((own: { appName: string; instanceCount: number; unknownCount: number }) => [
        own.appName,
        own.instanceCount,
        own.unknownCount > 0 ? `${own.unknownCount} unknown` : '',
      ]),
    );
  });

  it('are filtered by name and by project, by the address', async () => {
    await page.goto('/projects/warehouse/applications');
    await row('warehouse-floor').waitFor();
    equal(await page.getByRole('row').count(), 2);
    await page.goto('/applications?q=jobs');
    await row('night-jobs').waitFor();
    equal(await page.getByRole('row').count(), 2);
    await page.getByLabel('Filter by name').fill('nothing like it');
    await page.getByText('Nothing matches “nothing like it”').waitFor();
  });

  it('have a page with their instances, features, and names that no feature has', async () => {
    await page.goto('/applications/night-jobs');
    await page.getByRole('heading', { level: 1, name: 'night-jobs' }).waitFor();
    const panel = (name: string) => page.getByRole('region', { name, exact: true });
    await panel('Unknown features').getByText('express-pya').waitFor();
    equal(await panel('Traffic').locator('figcaption b').innerText(), '3');
    equal(await panel('Traffic').getByRole('listitem').count(), 24);
    await panel('Instances').getByText('night-1').waitFor();
    await panel('Features it evaluates').getByRole('link', { name: 'express-pay' }).click();
    await page.getByRole('heading', { level: 1, name: 'express-pay' }).waitFor();
    await page.goto('/projects/shop/features/express-pay/code');
    const reported = () => row('night-jobs').locator('time').getAttribute('datetime');
    const inCode = await reported();
    await page.goto('/applications');
    equal(await reported(), inCode);
    await page.goto('/projects/shop/features/express-pay/usage?in=production');
    const shares = page.getByRole('table', { name: 'Evaluations by application' });
    await shares.getByRole('row').filter({ hasText: 'night-jobs' }).getByText('0%', { exact: true }).waitFor();
    const percents = (await shares.getByRole('cell').filter({ hasText: '%' }).allInnerTexts()).map(Number.parseFloat);
    ok(percents.length === 3 && Math.abs(percents.reduce((sum, percent) => sum + percent, 0) - 100) <= 1, percents.join());
    await page.goto('/applications/nobody');
    await page.getByRole('heading', { level: 1, name: 'Application not found' }).waitFor();
  });

  it('have figures of the project that are those of the server', async () => {
    const { admin } = opened.product;
    await page.goto('/projects/shop/health');
    await page.getByRole('link', { name: 'Insights' }).click();
    await page.getByRole('heading', { level: 1, name: 'Insights' }).waitFor();
    await whenShown(page);
    const status = (await admin.get('/api/admin/projects/shop/status')).body;
    const { stats, health } = (await admin.get('/api/admin/projects/shop/insights')).body;
    const { leadTime, weeks } = (await admin.get('/api/admin/projects/shop/insights')).body;
    const panel = (name: string) => page.getByRole('region', { name, exact: true });
    const stages = status.lifecycleSummary as Record<string, { currentFlags: number }>;
    for (const [title, stage] of [
      ['Before production', 'preLive'],
      ['In production', 'live'],
      ['Completed', 'completed'],
    ] as const) {
      const part = panel('Features by stage').locator('figcaption > span').filter({ hasText: title });
      equal(await part.locator('b').innerText(), String(stages[stage]?.currentFlags), title);
    }
    const stale = health.staleCount + health.potentiallyStaleCount;
    await page.getByText(`${stale} of ${health.activeCount + health.staleCount} features are stale`, { exact: false }).waitFor();
    equal(await panel('Changes per day').locator('figcaption b').innerText(), stats.projectActivityCurrentWindow.toLocaleString('en'));
    equal(await panel('Changes per day').getByRole('listitem').count(), 30);
    const sumOf = (name: string) => weeks.reduce((sum: number, week: Record<string, number>) => sum + (week[name] ?? 0), 0);
    deepEqual(await panel('Created and archived per week').locator('figcaption b').allInnerTexts(), [
      String(sumOf('created')),
      String(sumOf('archived')),
    ]);
    ok(sumOf('archived') > 2 && weeks.filter(({ created }: { created: number }) => created > 0).length > 4);
    equal(await panel('Time to production').locator('figcaption b').innerText(), String(leadTime.features.length));
    equal(await page.getByRole('table').count(), 0);
    equal(await page.getByText(/\(100%\)|\b0 days/).count(), 0);
    deepEqual(await violationsOf(page), []);
    await panel('Features by stage').getByRole('link', { name: 'In production' }).click();
    await page.waitForURL('**/projects/shop?q=stage:live');
    await page.getByText(`${stages['live']?.currentFlags} features`).waitFor();
  });
});
