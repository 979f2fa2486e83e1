import { deepEqual, equal, ok } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import type { Page } from 'playwright-core';
import { type ConsoleInBrowser, contentWidth, isWell, openConsole, violationsOf, whenShown } from './console.fixture.ts';
import { fillProduct } from './sample.fixture.ts';

const plans = '/api/admin/projects/shop/features/express-pay/environments/staging/release-plans';
const metric = 'checkout_error_percent';

describe('the page of metrics', () => {
  let opened: ConsoleInBrowser;
  let page: Page;

  before(async function () {
    opened = await openConsole(this);
    await fillProduct(opened.product);
    const query = `series=${metric}&range=day&aggregationMode=avg&labels=environment:production`;
    await eventually(async () => ok((await opened.product.admin.get(`/api/admin/impact-metrics?${query}`)).body.series.length > 0));
    page = await opened.logIn();
  });
  after(() => opened?.close());
  afterEach(() => isWell(page));

  const panel = (name: string) => page.getByRole('region', { name, exact: true });
  const addSafeguard = () => page.getByRole('button', { name: 'Add safeguard' });

  it('is behind More, and lists the metrics of an environment with kind, last value and a line', async () => {
    await page.goto('/projects/shop');
    await page.getByText('More', { exact: true }).first().click();
    await page.getByRole('link', { name: 'Metrics', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Metrics' }).waitFor();
    const row = panel('Metrics').getByRole('row').filter({ hasText: metric });
    await row.getByText('gauge').waitFor();
    await row.getByText('on average').waitFor();
    const last = Number(await row.getByRole('cell').nth(2).innerText().then(parseFloat));
    ok(last > 1.2 && last < 2, `the last value is ${last}`);
    await row.getByRole('img', { name: new RegExp(`^${metric} in the past day, latest 1\\.`) }).waitFor();
    equal(await panel('Metrics').getByRole('row').count(), 3);
    await page.getByRole('link', { name: 'development' }).click();
    await page.getByText('No application has reported a metric in development yet').waitFor();
  });

  it('draws the chosen metric, measured and over the time that the address has', async () => {
    await page.goto('/projects/shop/metrics?in=production');
    await page.getByRole('link', { name: 'search_latency_ms' }).click();
    await page.waitForURL('**/metrics?in=production&metric=search_latency_ms');
    await page.getByRole('slider', { name: 'Values of the average of search_latency_ms in the past hour' }).waitFor();
    await page.getByRole('link', { name: 'Sum', exact: true }).click();
    await page.getByRole('link', { name: 'day', exact: true }).click();
    await page.getByRole('slider', { name: 'Values of the sum of search_latency_ms in the past day' }).waitFor();
    await panel('Where it is guarded').getByText('No safeguard of this project watches it').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await whenShown(page);
    equal(await contentWidth(page), 390);
    deepEqual(await violationsOf(page), []);
    await page.setViewportSize({ width: 1360, height: 800 });
  });

  it('shows where a metric is guarded, and adds a safeguard to a release plan', async () => {
    const { body: plan } = await opened.product.admin.post(plans, {
      name: 'Careful',
      milestones: [{ name: 'All', strategies: [{ name: 'default' }] }],
    });
    await page.goto(`/projects/shop/metrics?in=production&metric=${metric}`);
    const rows = panel('Where it is guarded').getByRole('row');
    await rows.filter({ hasText: 'same-day-delivery' }).getByText('Pauses the release if the average of').waitFor();
    equal(await rows.count(), 2);
    await addSafeguard().click();
    await page.getByLabel('Release plan').selectOption({ label: 'express-pay in staging' });
    await page.getByRole('button', { name: 'Continue' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'Add a safeguard' }).waitFor();
    equal(await dialog.getByLabel('Metric').inputValue(), metric);
    await dialog.getByLabel('Limit').fill('5');
    deepEqual(await violationsOf(page), []);
    await dialog.getByRole('button', { name: 'Save safeguard' }).click();
    await rows.filter({ hasText: 'express-pay' }).getByText('is above 5').waitFor();
    const [saved] = (await opened.product.admin.get(plans)).body;
    deepEqual([saved.id, saved.safeguards[0].impactMetric.metricName], [plan.id, metric]);
  });

  it('gives the reason why a project without release plans can have no safeguard', async () => {
    await page.goto('/projects/warehouse/metrics?in=production');
    await addSafeguard().waitFor();
    equal(await addSafeguard().getAttribute('title'), 'No feature of this project has a release plan.');
  });
});
