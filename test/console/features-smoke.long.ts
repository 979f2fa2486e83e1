import { deepEqual, equal, ok } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import type { Page } from 'playwright-core';
import { type ConsoleInBrowser, contentWidth, evaluate, isWell, openConsole, violationsOf, whenShown } from './console.fixture.ts';

const features = '/api/admin/projects/default/features';
const hostile = '<img src=x onerror=alert(1)>';

describe('the list of features', () => {
  let opened: ConsoleInBrowser;
  let page: Page;

  before(async function () {
    opened = await openConsole(this);
    const { admin } = opened.product;
    for (const name of ['express-pay', 'card-vault', 'holiday-banner'])
      equal((await admin.post(features, { name, type: 'release', description: `${hostile} ${name}` })).status, 201);
    page = await opened.logIn();
  });
  after(() => opened?.close());
  beforeEach(() => page.goto('/projects/default'));
  afterEach(() => isWell(page));

  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  const switchOf = (name: string, environment: string) => page.getByRole('switch', { name: `${name} in ${environment}` });
  const isOn = async (name: string, environment: string) => {
    const { body } = await opened.product.admin.get(`${features}/${name}`);
    return body.environments.find((each: { name: string }) => each.name === environment).enabled as boolean;
  };

  it('shows the reach of each feature in each environment', async () => {
    for (const name of ['express-pay', 'card-vault', 'holiday-banner']) await row(name).getByText('Off').first().waitFor();
    equal(await page.getByRole('row').count(), 4);
  });

  it('shows texts as text', async () => {
    await row('express-pay').waitFor();
    ok((await row('express-pay').innerText()).includes(hostile));
  });

  it('turns a feature on immediately, confirms it, and undoes it', async () => {
    await row('card-vault').hover();
    await switchOf('card-vault', 'development').click();
    const toast = page.getByText('card-vault is on in development.');
    await toast.waitFor();
    const [box, content] = await Promise.all([toast.boundingBox(), page.getByRole('main').boundingBox()]);
    ok((box?.x ?? NaN) + (box?.width ?? NaN) <= (content?.x ?? NaN), 'covers nothing of the page');
    equal(await isOn('card-vault', 'development'), true);
    await row('card-vault').getByText('Everyone').waitFor();
    await page.keyboard.press('z');
    await page.getByText('card-vault is off in development.').waitFor();
    equal(await isOn('card-vault', 'development'), false);
  });

  it('shows the requested state until the server responds, and reverts it on an error', async () => {
    const pressed = switchOf('holiday-banner', 'development');
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/environments/development/on*', async (route) => {
      await answered;
      await route.fulfill({ status: 403, contentType: 'application/json', body: JSON.stringify({ message: 'Not today.' }) });
    });
    await row('holiday-banner').hover();
    await pressed.click();
    await page.locator('[role=switch][aria-busy=true][aria-checked=true]').waitFor();
    answer();
    await page.getByText('Not today.').waitFor();
    await page.locator('[role=switch][aria-busy=true]').waitFor({ state: 'detached' });
    equal(await pressed.getAttribute('aria-checked'), 'false');
    await page.unroute('**/environments/development/on*');
  });

  it('offers to turn a new feature on at once, unless the environment is protected', async () => {
    const { admin } = opened.product;
    const path = '/api/admin/projects/default/environments/development/change-requests/config';
    const submit = page.getByRole('dialog').getByRole('button', { name: 'Create feature' });
    const submitOn = page.getByRole('dialog').getByRole('button', { name: 'Create and turn on in development' });
    await page.getByRole('button', { name: /^New feature/ }).click();
    await submitOn.waitFor();
    ok((await admin.put(path, { changeRequestsEnabled: true })).status < 300);
    await page.reload();
    await page.getByRole('button', { name: /^New feature/ }).click();
    // The button depends on the environments of the project and their protection, which the rows need too.
    await switchOf('express-pay', 'development').waitFor({ state: 'attached' });
    await submit.waitFor();
    equal(await submitOn.count(), 0);
    ok((await admin.put(path, { changeRequestsEnabled: false })).status < 300);
  });

  it('is usable by keyboard alone', async () => {
    await switchOf('express-pay', 'development').waitFor({ state: 'attached' });
    await page.keyboard.press('j');
    await page.keyboard.press('1');
    await page.getByText('express-pay is on in development.').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('holiday');
    await page.getByText('1 feature', { exact: true }).waitFor();
    equal(await page.getByRole('row').count(), 2);
    ok(page.url().endsWith('?q=holiday'));
  });

  it('keeps its head with the environments in view while it scrolls, and names feature and environment at a switch', async () => {
    await page.setViewportSize({ width: 1360, height: 220 });
    await row('holiday-banner').waitFor();
    await evaluate(page, 'document.querySelector("tbody tr:last-child").scrollIntoView({ block: "end" })');
    const box = await page.getByRole('columnheader', { name: 'production' }).boundingBox();
    ok(box && box.y >= 50 && box.y + box.height <= 100, JSON.stringify(box));
    equal(await switchOf('holiday-banner', 'production').getAttribute('title'), 'holiday-banner in production');
    await page.setViewportSize({ width: 1360, height: 800 });
  });

  it('filters by keys and buttons, goes to the first row, and turns it on', async () => {
    await row('express-pay').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('card');
    await page.getByText('1 feature', { exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('2');
    await page.getByText('card-vault is on in production.').waitFor();
    await page.keyboard.press('z');
    await page.getByText('card-vault is off in production.').waitFor();
    await page.keyboard.press('Escape');
    await row('express-pay').waitFor();
    await page.getByRole('group', { name: 'Filters' }).getByText('State').click();
    await page.getByRole('button', { name: 'stale', exact: true }).click();
    await page.getByText('Nothing matches', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Remove filter state:stale' }).click();
    await row('express-pay').waitFor();
    await page.keyboard.type('state:');
    await row('express-pay').waitFor();
    deepEqual(await violationsOf(page), []);
    await page.keyboard.type('active');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove filter state:active' }).waitFor();
    await row('express-pay').waitFor();
    await page.getByRole('button', { name: 'Changed' }).click();
    await page.waitForURL('**/projects/default?q=state%3Aactive&sort=changed');
    await page.locator('th[aria-sort="descending"]').waitFor();
  });

  it('reports an unknown project', async () => {
    await page.goto('/projects/nowhere');
    await page.getByText('Page not found').waitFor();
    await page.goto('/projects/nowhere/health');
    await page.getByText('Page not found').waitFor();
  });

  it('names the filter that excludes everything', async () => {
    await page.goto('/projects/default?q=nothing-like-it');
    await page.getByText('Nothing matches “nothing-like-it”').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await row('express-pay').waitFor();
  });

  it('creates a feature, and shows an invalid name next to its field', async () => {
    await row('express-pay').waitFor();
    await page.keyboard.press('n');
    await page.getByLabel('Name', { exact: true }).fill('card-vault');
    await page.getByRole('button', { name: 'Create feature' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('x'.repeat(101));
    await page.getByRole('button', { name: 'Create feature' }).click();
    await page.getByLabel('Name', { exact: true }).and(page.locator('[aria-invalid=true]')).waitFor();
    deepEqual(await violationsOf(page), []);
    await page.getByLabel('Name', { exact: true }).fill('gift-cards');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/projects/default/features/gift-cards?in=development');
  });

  it('moves the focus to the title of the page after a navigation, and names it in the title of the window', async () => {
    await page.getByRole('link', { name: 'express-pay' }).click();
    const title = page.getByRole('heading', { level: 1, name: 'express-pay' });
    await title.and(page.locator(':focus')).waitFor();
    await page.getByRole('link', { name: 'Usage' }).click();
    // The end of the protection above waits for a review.
    await eventually(async () => equal(await page.title(), '(1) express-pay · Usage · Default – Signalbox'));
  });

  it('links to all sections on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    const more = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'More' });
    const sheet = page.getByRole('dialog', { name: 'More' });
    await more.click();
    await sheet.getByRole('link', { name: 'Profile' }).waitFor();
    deepEqual(await violationsOf(page), []);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    for (const section of ['Segments', 'Test users', 'Playground', 'Health', 'Promote and import', 'Connect']) {
      await more.focus();
      await page.keyboard.press('Enter');
      await sheet.getByRole('link', { name: section }).click();
      await sheet.waitFor({ state: 'detached' });
      await page.getByRole('list').filter({ hasText: section }).first().waitFor();
      await whenShown(page);
      equal(await more.getAttribute('aria-current'), 'true');
    }
    await more.click();
    await sheet.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.waitForURL('**/settings');
    await page.setViewportSize({ width: 1360, height: 800 });
    equal(await more.count(), 0);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1360, 800, 360]) {
      it(`is accessible in ${colorScheme} at ${width} pixels, and scrolls in one direction`, async () => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        await row('express-pay').waitFor();
        deepEqual(await violationsOf(page), []);
        ok((await contentWidth(page)) <= width);
      });
    }
  }
});
