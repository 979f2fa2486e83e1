import { deepEqual, ok } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type ConsoleInBrowser, evaluate, openConsole, whenShown } from './console.fixture.ts';
import { faults, faultsOf, type PageText, textsScript } from './faults-in-text.ts';
import { consolePages } from './pages.ts';
import { fillInRealSize } from './real-size.fixture.ts';
import { fillProduct } from './sample.fixture.ts';

describe('the rules for texts of pages', () => {
  for (const { about, example } of faults) {
    it(`find ${about}`, () => ok(faultsOf({ text: example, isCode: false }).some((found) => found.startsWith(about))));
  }
});

for (const [fixture, fill] of [
  ['the sample', fillProduct],
  ['a large company', fillInRealSize],
] as const) {
  describe(`every text of the console with ${fixture}`, () => {
    let opened: ConsoleInBrowser;
    let page: Page;
    let visitor: Page;

    before(async function () {
      opened = await openConsole(this);
      await fill(opened.product);
      page = await opened.logIn({ viewport: { width: 1440, height: 1000 } });
      visitor = await opened.visit('/login');
    });
    after(() => opened?.close());

    for (const { name, path, isOutside = false } of consolePages) {
      it(`is free of faults on the page ${name}`, async () => {
        const browser = isOutside ? visitor : page;
        await browser.goto(path);
        await whenShown(browser);
        const texts = await evaluate<readonly PageText[]>(browser, textsScript);
        ok(texts.length > 3, 'a page without texts');
        deepEqual([...new Set(texts.flatMap(faultsOf))], []);
      });
    }
  });
}
