import { deepEqual } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type ConsoleInBrowser, contentWidth, isWell, openConsole, violationsOf, whenShown, widestOf } from './console.fixture.ts';
import { consolePages } from './pages.ts';
import { fillInRealSize } from './real-size.fixture.ts';

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
});
