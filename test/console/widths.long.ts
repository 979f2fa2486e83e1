import { deepEqual, equal } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type ConsoleInBrowser, contentWidth, evaluate, openConsole, whenShown } from './console.fixture.ts';
import { consolePages } from './pages.ts';
import { fillProduct } from './sample.fixture.ts';

const widths = [320, 390, 720, 1024, 1440, 2560];
/** Fields in a font other than those of the page and of code. */
const foreignFonts = `(() => {
  const code = document.createElement('code');
  document.body.append(code);
  const fonts = [document.body, code].map((element) => getComputedStyle(element).fontFamily);
  code.remove();
  return [...document.querySelectorAll('input, select, textarea, button')]
    .filter((element) => !fonts.includes(getComputedStyle(element).fontFamily))
    .map((element) => element.outerHTML.slice(0, 100));
})()`;
/** Reach of features that is wider than its cell, higher than its row, or broken within a word. */
const cutReach = `[...document.querySelectorAll('tbody td[data-label] span[title]')].filter((span) => {
  const [text, cell, row] = [span, span.closest('td'), span.closest('tr')].map((element) => element.getBoundingClientRect());
  const words = span.firstChild.data.split(/\\s|(?<=-)/).map((word) => {
    const range = document.createRange();
    const at = span.firstChild.data.indexOf(word);
    range.setStart(span.firstChild, at);
    range.setEnd(span.firstChild, at + word.length);
    return range.getClientRects().length;
  });
  const isHidden = span.scrollWidth > span.clientWidth + 1 && getComputedStyle(span).overflow !== 'visible';
  return isHidden || text.right > cell.right || text.bottom > row.bottom || words.some((lines) => lines > 1);
}).map((span) => span.title)`;

describe('a page at any width', () => {
  let opened: ConsoleInBrowser;
  let page: Page;

  before(async function () {
    opened = await openConsole(this);
    await fillProduct(opened.product);
    page = await opened.logIn();
  });
  after(() => opened?.close());

  it('scrolls in one direction', async () => {
    const wrong: string[] = [];
    for (const { path, isOutside = false } of consolePages) {
      if (isOutside) continue;
      await page.goto(path);
      await whenShown(page);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await whenShown(page);
        const needed = await contentWidth(page);
        if (needed > width) wrong.push(`${path} at ${width}: ${needed}`);
      }
    }
    deepEqual(wrong, []);
  });

  it('shows the reach of each feature in whole words', async () => {
    const wrong: string[] = [];
    await page.goto('/projects/shop');
    await page.getByRole('switch', { name: 'express-pay in production' }).waitFor({ state: 'attached' });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const cut = await evaluate<readonly string[]>(page, cutReach);
      wrong.push(...cut.map((text) => `${width}: ${text}`));
    }
    deepEqual(wrong, []);
  });

  it('has fields in the font of the page, also in the palette', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    for (const path of [
      '/projects/shop',
      '/projects/shop/connect',
      '/settings/api-tokens',
      '/projects/shop/features/express-pay/settings',
    ]) {
      await page.goto(path);
      await whenShown(page);
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('dialog').getByRole('combobox').waitFor();
      deepEqual(await evaluate(page, foreignFonts), [], path);
    }
  });

  it('has its content in the middle of a wide window', async () => {
    await page.setViewportSize({ width: 2560, height: 900 });
    await page.goto('/projects/shop/connect');
    await whenShown(page);
    const gaps = `(() => {
      const [main, frame] = [document.querySelector('main').getBoundingClientRect(), document.querySelector('header').getBoundingClientRect()];
      return Math.round(main.left - frame.left) - Math.round(frame.right - main.right);
    })()`;
    equal(Math.abs(Number(await evaluate(page, gaps))) <= 1, true);
  });
});
