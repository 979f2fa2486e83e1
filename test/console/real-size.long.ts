import { deepEqual } from 'node:assert/strict';
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
    await page.getByRole('link', { name: 'request 2', exact: true }).click();
    await page.waitForURL('**/change-requests/2');
  });
});

const cutNames = `[...document.querySelectorAll('tbody td:first-child a.mono')]
  .filter((name) => name.innerText.length <= 24 && name.scrollWidth > name.clientWidth)
  .map((name) => name.innerText)`;
