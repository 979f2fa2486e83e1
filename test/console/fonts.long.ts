import { deepEqual, equal, ok } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import type { Page } from 'playwright-core';
import { type ConsoleInBrowser, evaluate, isWell, openConsole, whenShown } from './console.fixture.ts';

describe('the fonts of the console', () => {
  let opened: ConsoleInBrowser;

  before(async function () {
    opened = await openConsole(this);
  });
  after(() => opened?.close());

  const loadedFonts = (page: Page) =>
    evaluate<string[]>(page, `[...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family)`);
  const fontRequests = (page: Page) =>
    evaluate<number[]>(
      page,
      `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.woff2')).map(({ startTime }) => startTime)`,
    );

  it('are loaded after the first page, and used from the next one on', async () => {
    const page = await opened.visit('/login');
    await whenShown(page);
    await eventually(async () => (await loadedFonts(page)).length > 0);
    const loaded = await evaluate<number>(page, `performance.getEntriesByType('navigation')[0].loadEventStart`);
    const requests = await fontRequests(page);
    ok(requests.length > 0 && requests.every((start) => start >= loaded), `${loaded}: ${requests.join(', ')}`);
    await page.reload();
    await whenShown(page);
    deepEqual(await loadedFonts(page), ['Inter Variable']);
    isWell(page);
    await page.context().close();
  });

  it('are not loaded on a phone', async () => {
    const page = await opened.visit('/login', { viewport: { width: 390, height: 844 } });
    for (let visit = 0; visit < 2; visit += 1) {
      await page.reload();
      await whenShown(page);
      await page.waitForLoadState('networkidle');
    }
    deepEqual(await fontRequests(page), []);
    await page.context().close();
  });

  it('are those of every input', async () => {
    const page = await opened.logIn();
    for (const path of ['/projects/default?create', '/projects/default/playground', '/settings/api-tokens', '/audit']) {
      await page.goto(path);
      await whenShown(page);
      const families = await evaluate<string[]>(
        page,
        `[...document.querySelectorAll('input, select, textarea, button')].map((each) => getComputedStyle(each).fontFamily.split(',')[0])`,
      );
      equal(
        families.find((family) => !/^"(?:Inter|JetBrains Mono) Variable"$/.test(family)),
        undefined,
        path,
      );
    }
    isWell(page);
  });
});
