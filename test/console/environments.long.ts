import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import {
  type ConsoleInBrowser,
  contentWidth,
  creating,
  evaluate,
  isWell,
  openConsole,
  violationsOf,
  whenShown,
} from './console.fixture.ts';
import { fillInRealSize } from './real-size.fixture.ts';

const ofFeature = '/api/admin/projects/shop/features/express-pay/environments';
const waves = 7;
const maxPlan = 320;
/** Names that several visible buttons of the page have. */
const sharedNames = `[...document.querySelectorAll('main :is(button, summary)')]
  .filter((button) => button.checkVisibility())
  .map((button) => (button.ariaLabel ?? button.innerText).trim())
  .filter((name, index, all) => all.indexOf(name) !== index)`;
const widths = [320, 390, 720, 1024, 1440];

describe('a feature in 39 environments', () => {
  let opened: ConsoleInBrowser;
  let page: Page;

  before(async function () {
    opened = await openConsole(this);
    await fillInRealSize(opened.product);
    const created = creating(opened.product);
    for (const name of ['customer-03', 'customer-04']) await created(`${ofFeature}/${name}/on`);
    for (let wave = 1; wave <= waves; wave += 1) {
      const parameters = { rollout: String(10 * wave), stickiness: 'default', groupId: 'express-pay' };
      await created(`${ofFeature}/customer-05/strategies`, { name: 'flexibleRollout', title: `Wave ${wave}`, parameters });
    }
    page = await opened.logIn();
  });
  after(() => opened?.close());
  afterEach(() => isWell(page));

  const visit = async (rest = '') => {
    await page.goto(`/projects/shop/features/express-pay${rest}`);
    await whenShown(page);
  };
  const inEnvironments = () => page.getByRole('region', { name: 'Environments' });
  const strategyTop = async () => (await page.getByRole('heading', { level: 3 }).first().boundingBox())?.y ?? Infinity;

  it('has three cards and unfolds all others as rows, with search', async () => {
    await visit();
    await inEnvironments().getByText('36 more: 2 on').click();
    equal(await inEnvironments().getByRole('switch').count(), 39);
    await inEnvironments().getByLabel('Filter environments').fill('CUSTOMER-03');
    await inEnvironments().getByRole('listitem').filter({ hasText: 'Everyone' }).waitFor();
    equal(await inEnvironments().getByRole('switch').count(), 4);
    deepEqual(await violationsOf(page), []);
    await inEnvironments().getByRole('link', { name: 'customer-03' }).click();
    await page.getByRole('heading', { name: 'Who gets it in customer-03' }).waitFor();
    await inEnvironments().getByText('36 more: 2 on').waitFor();
  });

  it('shows the first strategy early, and never scrolls sideways', async () => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await visit();
      const top = await strategyTop();
      ok(width === 320 || top < (width < 1024 ? 1200 : 700), `${width}: the first strategy is at ${top}`);
      for (const tab of ['', '/usage', '/variants']) {
        await visit(`${tab}?in=customer-01`);
        const found = await contentWidth(page);
        ok(found <= width, `${tab} is ${found} wide at ${width}`);
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('chooses the environment of variants and usage by typing', async () => {
    for (const tab of ['usage', 'variants']) {
      await visit(`/${tab}`);
      await page.getByRole('combobox', { name: 'Environments' }).fill('customer-07');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: /in customer-07$/ }).waitFor();
    }
  });

  it('folds strategies after the fifth', async () => {
    await visit('?in=customer-05');
    await page.getByRole('heading', { name: 'Wave 4' }).waitFor();
    const count = () => page.getByRole('heading', { name: /^Wave/ }).count();
    ok((await count()) < waves);
    await page.getByRole('button', { name: /^Show \d more$/ }).click();
    await page.getByRole('heading', { name: `Wave ${waves}` }).waitFor();
    equal(await count(), waves);
  });

  it('compares two to four environments in sentences, and marks the differences', async () => {
    await visit('?in=customer-05');
    await page.getByText('Other environments').click();
    await page.getByRole('button', { name: 'Compare…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Environment 2').fill('production');
    await page.keyboard.press('Enter');
    const row = dialog.getByRole('row', { name: /^Strategy 2/ });
    await row.getByText('differs').waitFor();
    await row.getByText(/^Wave \d$/).waitFor();
    await row.getByText('25%').waitFor();
    for (let count = 3; count <= 4; count += 1) {
      await dialog.getByRole('button', { name: 'Add environment' }).click();
      await dialog.getByLabel(`Environment ${count}`).waitFor();
    }
    equal(await dialog.getByRole('button', { name: 'Add environment' }).count(), 0);
    deepEqual(await violationsOf(page), []);
  });

  it('shows each milestone of a plan in one line, except the active one', async () => {
    await page.goto('/projects/shop/features/same-day-delivery?in=production');
    const plan = page.getByRole('list', { name: 'Milestones' });
    await plan.getByRole('button', { name: 'Approve leaving A quarter' }).waitFor();
    equal(await plan.getByText('Edit', { exact: true }).count(), 4);
    const height = (await plan.boundingBox())?.height ?? Infinity;
    ok(height <= maxPlan, `the plan is ${height} high`);
  });

  it('gives every button of a page its own name', async () => {
    for (const path of ['', '/usage', '/variants', '/history', '/code', '/settings'].map((tab) => `features/same-day-delivery${tab}`)) {
      await page.goto(`/projects/shop/${path}?in=production`);
      await whenShown(page);
      deepEqual(await evaluate(page, sharedNames), [], path);
    }
  });

  it('tells a step of a release in one line, which is marked on the chart', async () => {
    await page.goto('/projects/shop/features/same-day-delivery/history');
    await page.getByText('rollout 5% → 25%').waitFor();
    equal(await page.getByRole('button', { name: /^Undo: started the milestone/ }).count(), 1);
    await page.goto('/projects/shop/features/same-day-delivery/usage?in=production');
    await page.getByRole('list', { name: 'Changes in this period' }).getByText('started the milestone A quarter').waitFor();
  });

  it('draws no limit in the chart of a new safeguard before it is set', async () => {
    await page.goto('/projects/shop/features/same-day-delivery?in=production');
    await page.getByRole('button', { name: 'Add safeguard' }).click();
    const chart = page.getByRole('dialog').getByRole('slider');
    await chart.locator('path').first().waitFor({ state: 'attached' });
    equal(await chart.getByText(/^limit/).count(), 0);
    await page.getByLabel('Limit').fill('3');
    await chart.getByText('limit 3').waitFor({ state: 'attached' });
  });

  it('has the same last reports on the code tab as applications', async () => {
    await page.goto('/projects/shop/features/express-pay/code');
    await page
      .getByRole('row', { name: /production/ })
      .getByText(/^\d+ (?:s|min)$/)
      .first()
      .waitFor();
    equal(await page.getByRole('cell', { name: /^[2-9]\d min$/ }).count(), 0);
  });
});
