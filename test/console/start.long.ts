import { deepEqual, equal, ok } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import type { Page } from 'playwright-core';
import { type ConsoleInBrowser, isWell, openConsole, violationsOf, whenShown } from './console.fixture.ts';

const project = '/api/admin/projects/default';
const hostile = '<img src=x onerror=alert(1)>';

describe('the start page', function () {
  this.timeout(120_000);
  let opened: ConsoleInBrowser;
  let page: Page;

  before(async function () {
    opened = await openConsole(this);
    page = await opened.logIn({ viewport: { width: 360, height: 780 }, hasTouch: true });
  });
  after(() => opened?.close());
  beforeEach(() => page.goto('/'));
  afterEach(() => isWell(page));

  const panel = (title: string) => page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title }) });
  const create = async (name: string, type: string) =>
    equal((await opened.product.admin.post(`${project}/features`, { name, type, description: hostile })).status, 201);
  const isOn = async (name: string) => {
    const { body } = await opened.product.admin.get(`${project}/features/${name}`);
    return body.environments.find((each: { name: string }) => each.name === 'production').enabled as boolean;
  };

  it('hides kill switches if there are none', async () => {
    await panel('Favorites').getByText('Star features to see them here').waitFor();
    await whenShown(page);
    equal(await panel('Kill switches').count(), 0);
  });

  it('turns a kill switch off in two taps, and reports when clients receive it', async () => {
    await create('recommendations', 'kill-switch');
    await create('gift-cards', 'release');
    equal((await opened.product.admin.post(`${project}/features/recommendations/environments/production/on`)).status, 200);
    await page.reload();
    await panel('Kill switches').getByRole('button', { name: 'Turn off: recommendations in production' }).tap();
    await page.getByRole('button', { name: 'Turn off now' }).tap();
    await page.getByText('recommendations is off in production.').waitFor();
    await page.getByText(/^Served to clients at/).waitFor();
    equal(await isOn('recommendations'), false);
    equal(await page.getByText('gift-cards').count(), 0);
  });

  it('lists each kill switch once, even if it is a favorite', async () => {
    await create('read-only-mode', 'kill-switch');
    await page.goto('/projects/default/features/read-only-mode');
    await page.getByRole('button', { name: 'Add read-only-mode to favorites' }).tap();
    await page.getByRole('button', { name: /^Remove .* from favorites$/ }).waitFor();
    await page.goto('/');
    await panel('Favorites').getByRole('link', { name: 'read-only-mode' }).waitFor();
    await panel('Kill switches').getByRole('link', { name: 'recommendations' }).waitFor();
    equal(await page.getByRole('button', { name: /read-only-mode in production/ }).count(), 1);
  });

  it('lists recent changes, newest first, and updates live', async () => {
    const lines = panel('Recently changed').getByRole('listitem');
    await lines.filter({ hasText: 'turned off recommendations in production' }).waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    equal((await opened.product.admin.post(`${project}/features/gift-cards/environments/development/on`)).status, 200);
    await eventually(async () => ok((await lines.first().innerText()).includes('turned on gift-cards in development')));
    ok((await lines.count()) <= 5);
    await lines.first().getByRole('link', { name: 'gift-cards' }).tap();
    await page.waitForURL('**/projects/default/features/gift-cards');
  });

  it('has room for the breadcrumbs, and one link to the settings', async () => {
    await page.goto('/projects/default/features/recommendations');
    const top = page.getByRole('banner');
    const crumbs = top.getByRole('listitem');
    await crumbs.last().getByText('recommendations').waitFor();
    const measured = page as unknown as { readonly evaluate: (script: string) => Promise<unknown> };
    const cut = '[...document.querySelectorAll("header ol a")].filter((each) => each.scrollWidth > each.clientWidth + 1).length';
    equal(await measured.evaluate(cut), 0);
    ok(Number(await measured.evaluate('document.querySelector("header ol b").clientWidth')) > 60);
    deepEqual(await Promise.all(['Settings', 'Profile'].map((name) => top.getByRole('link', { name }).count())), [0, 0]);
    await page.getByRole('button', { name: 'More' }).tap();
    await page.getByRole('dialog').getByRole('link', { name: 'Profile' }).waitFor();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1360, 360]) {
      it(`is accessible in ${colorScheme} at ${width} pixels, and scrolls in one direction`, async () => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        await panel('Recently changed').getByRole('listitem').first().waitFor();
        await whenShown(page);
        deepEqual(await violationsOf(page), []);
        const measured = page as unknown as { readonly evaluate: (script: string) => Promise<number> };
        ok((await measured.evaluate('document.documentElement.scrollWidth')) <= width);
      });
    }
  }
});
