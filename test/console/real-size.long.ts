import { deepEqual, equal } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import {
  type ConsoleInBrowser,
  contentWidth,
  evaluate,
  isWell,
  openConsole,
  violationsOf,
  whenShown,
  widestOf,
} from './console.fixture.ts';
import { consolePages } from './pages.ts';
import { fillInRealSize, proposedFeature } from './real-size.fixture.ts';

const widths = [320, 390, 720, 1024, 1280, 1440];

describe('the console of a large company', () => {
  let opened: ConsoleInBrowser;
  let page: Page;

  before(async function () {
    opened = await openConsole(this);
    await fillInRealSize(opened.product);
    page = await opened.logIn();
  });
  after(() => opened?.close());

  for (const { name, path } of consolePages.filter(({ isOutside = false }) => !isOutside)) {
    it(`has an accessible page that scrolls in one direction: ${name}`, async () => {
      await page.goto(path);
      await whenShown(page);
      const wrong: string[] = [];
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await whenShown(page);
        const needed = await contentWidth(page);
        if (needed > width) wrong.push(`${width}: scrolls sideways to ${needed}: ${await widestOf(page, width)}`);
      }
      wrong.push(...(await violationsOf(page)));
      deepEqual(wrong, []);
      isWell(page);
    });
  }

  it('shows names of up to 24 characters completely at 1,280 px, and open requests in one tag', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`/projects/shop?q=${proposedFeature}`);
    const menu = page.getByText('3 requests').first();
    await menu.waitFor();
    deepEqual(await evaluate(page, cutNames), []);
    await menu.click();
    const request = page.getByRole('link', { name: /^request \d+$/ }).first();
    const id = (await request.innerText()).replace('request ', '');
    await request.click();
    await page.waitForURL(`**/change-requests/${id}`);
  });

  it('filters and sorts change requests', async () => {
    await page.goto('/projects/shop/change-requests?show=all');
    const titles = () => page.getByRole('table', { name: 'Change requests' }).locator('tbody a').allInnerTexts();
    await page.getByRole('link', { name: 'search release 1' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('admin production operations-0007');
    await page.getByRole('link', { name: 'search release 1' }).waitFor({ state: 'detached' });
    deepEqual(await titles(), ['search release 9']);
    await page.getByPlaceholder('Filter by title').fill('nothing like it');
    await page.getByText('No change request matches').waitFor();
    await page.getByPlaceholder('Filter by title').fill('');
    await page.getByLabel('Order').selectOption('By title');
    await page.getByRole('link', { name: 'account release 4' }).waitFor();
    deepEqual(await titles(), (await titles()).toSorted(new Intl.Collator('en').compare));
    await page.getByLabel('Order').selectOption('Oldest first');
    equal((await titles())[0], 'Ready for December');
  });

  it('finds one of 44 projects in three keys, and lists recent ones first', async () => {
    const chooser = page.getByRole('combobox', { name: 'Project' });
    await page.goto('/projects/project-31');
    await page.goto('/projects/project-7');
    await chooser.and(page.locator('input')).click();
    const shown = () => page.getByRole('option').allInnerTexts();
    deepEqual((await shown()).slice(0, 3), ['All projects', 'Project 7 🚀🎄', 'Project 31 🚀🎄']);
    for (const key of ['2', '9', 'Enter']) await page.keyboard.press(key);
    await page.waitForURL('**/projects/project-29');
  });
});

const cutNames = `[...document.querySelectorAll('tbody td:first-child a.mono')]
  .filter((name) => name.innerText.length <= 24 && name.scrollWidth > name.clientWidth)
  .map((name) => name.innerText)`;
