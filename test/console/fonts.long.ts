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
    evaluate<string[]>(
      page,
      `[...document.fonts].filter(({ family, status }) => family.endsWith('Variable') && status === 'loaded').map(({ family }) => family)`,
    );
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

  it('are shown as soon as they arrive, also on a slow network, and move nothing', async () => {
    const page = await opened.visit('/login');
    await page.context().clearCookies();
    const fonts: (() => void)[] = [];
    await page.route('**/*.woff2', (route) => new Promise((done) => fonts.push(() => done(route.continue()))));
    await evaluate(page, 'localStorage.clear()');
    await page.reload();
    await evaluate(page, shiftsBegin);
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password').fill(opened.product.password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
    await whenShown(page);
    await eventually(() => ok(fonts.length > 0));
    deepEqual(await loadedFonts(page), []);
    const before = await evaluate<number>(page, 'window.shift');
    for (const arrive of fonts) arrive();
    await eventually(async () => ok((await loadedFonts(page)).includes('Inter Variable')));
    const shown = await evaluate(page, widths);
    const shift = (await evaluate<number>(page, 'window.shift')) - before;
    ok(shift <= 0.02, String(shift));
    await page.unroute('**/*.woff2');
    await page.reload();
    await whenShown(page);
    await eventually(async () => deepEqual(await evaluate(page, widths), shown));
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

/** Sums the layout shifts that no input caused. */
const shiftsBegin = `window.shift = 0; new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shift += value;
}).observe({ type: 'layout-shift', buffered: true })`;
/** Widths of texts that do not change with time. */
const widths = `[...document.querySelectorAll('h1, nav a')].map((element) => { const range = document.createRange(); range.selectNodeContents(element); return range; }).map((element) => element.getBoundingClientRect().width).filter((width) => width > 0)`;
