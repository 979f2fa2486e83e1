import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type ConsoleInBrowser, evaluate, isWell, openConsole, whenShown } from './console.fixture.ts';
import { consolePages } from './pages.ts';
import { fillProduct } from './sample.fixture.ts';

const features = '/projects/shop';
const feature = '/projects/shop/features/express-pay';

describe('the console on a phone', () => {
  let opened: ConsoleInBrowser;
  let page: Page;
  let visitor: Page;

  before(async function () {
    opened = await openConsole(this);
    await fillProduct(opened.product);
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    page = await opened.logIn(phone);
    visitor = await opened.visit('/login', phone);
  });
  after(() => opened?.close());
  afterEach(() => isWell(page));

  const open = async (path: string) => {
    await page.goto(path);
    await whenShown(page);
  };
  /** Vertical positions of all elements that match. */
  const topsOf = (selector: string) =>
    evaluate<number[]>(page, `[...document.querySelectorAll('${selector}')].map((each) => Math.round(each.getBoundingClientRect().top))`);

  for (const { name, path, isOutside = false } of consolePages)
    it(`has no control that a finger could miss within 44 pixels on ${name}`, async () => {
      const browser = isOutside ? visitor : page;
      await browser.goto(path);
      await whenShown(browser);
      deepEqual(await evaluate(browser, missedControls), []);
    });

  it('has one menu for three or more actions of a page, which opens above the bar', async () => {
    for (const path of [feature, '/projects/shop/change-requests/1']) {
      await open(path);
      const menu = page.locator('h1').locator('xpath=../..').locator('details');
      equal(await page.locator('h1').locator('xpath=../..').getByRole('button').and(page.locator(':not(details *)')).count(), 0, path);
      await menu.locator('summary').tap();
      deepEqual(await evaluate(page, hiddenChoices), []);
    }
  });

  it('opens the menu of a filter over everything else', async () => {
    await open(features);
    await page.locator('summary', { hasText: 'State' }).tap();
    await page.getByRole('button', { name: 'active', exact: true }).waitFor();
    deepEqual(await evaluate(page, hiddenChoices), []);
  });

  it('starts with the search', async () => {
    await open('/');
    await page.getByRole('button', { name: 'Find a feature' }).tap();
    await page.getByRole('combobox').fill('loyalty');
    await page
      .getByRole('option', { name: /^loyalty-points/ })
      .first()
      .tap();
    await page.getByRole('option', { name: /^Open loyalty-points/ }).tap();
    await page.getByRole('heading', { name: 'loyalty-points' }).waitFor();
  });

  it('turns kill switches in the chosen environment', async () => {
    await open('/');
    const chooser = page.getByRole('navigation', { name: 'Environment of favorites and kill switches' });
    equal(await chooser.locator('[aria-current]').textContent(), 'production');
    await chooser.getByRole('link', { name: 'staging' }).tap();
    await page.getByText('staging: Off · shop').first().waitFor();
    await page.getByRole('button', { name: 'Turn on: read-only-mode in staging' }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on now' }).tap();
    await page.getByRole('button', { name: 'Turn off: read-only-mode in staging' }).waitFor();
    await open('/?in=nowhere');
    await page.getByRole('link', { name: 'read-only-mode' }).first().waitFor();
    equal(await page.getByRole('button', { name: /^Turn (?:on|off): / }).count(), 0);
  });

  it('shows check boxes of features only while selecting', async () => {
    await open(features);
    const box = page.getByRole('checkbox', { name: 'Select gift-cards' });
    const select = page.getByRole('button', { name: 'Select', exact: true });
    equal(await box.isVisible(), false);
    await select.tap();
    await box.tap();
    await page.getByText('1 selected').waitFor();
    await select.tap();
    await page.getByText('1 selected').waitFor({ state: 'hidden' });
    equal(await box.isVisible(), false);
  });

  it('highlights no feature, because nobody moves through the list by keys', async () => {
    await open(features);
    const colors = await evaluate<string[]>(
      page,
      `[...document.querySelectorAll('tbody tr td:first-child')].map((each) => getComputedStyle(each).backgroundColor)`,
    );
    equal(new Set(colors).size, 1);
  });

  it('keeps filters and tabs in one line that scrolls, with the current tab in view', async () => {
    await open(features);
    equal(new Set(await topsOf('[aria-label="Filters"] summary')).size, 1);
    await open(`${feature}/settings`);
    equal(new Set(await topsOf('nav[aria-label="Feature sections"] a')).size, 1);
    const right = await evaluate<number>(page, `document.querySelector('main nav [aria-current]').getBoundingClientRect().right`);
    ok(right <= 390, String(right));
  });
});

/** Choices of the open menu that a finger would miss, because something covers them. */
const hiddenChoices = `[...document.querySelectorAll('main details[open] > div :is(a, button)')].filter((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return !each.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}).map((each) => each.textContent)`;

/** Controls, except links within sentences, whose area that reacts to touches is lower or narrower than 44 pixels. */
const missedControls = `(() => {
  const controls = 'a[href], button, summary, select, input, [role="switch"]';
  const reach = (each, across, down) => {
    const { x, y, width, height } = (each.closest('label') ?? each).getBoundingClientRect();
    for (let pixels = 0; pixels < 44; pixels += 1) {
      const found = document.elementFromPoint(x + width / 2 + across * pixels, y + height / 2 + down * pixels);
      if (found?.closest(controls) !== each && found?.closest('label')?.control !== each) return pixels;
    }
    return 44;
  };
  return [...document.querySelectorAll(controls)]
    .filter((each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !each.matches('p a'))
    .filter((each) => {
      each.scrollIntoView({ block: 'center', inline: 'nearest' });
      const { x, width } = each.getBoundingClientRect();
      if (width < 2 || x < 0 || x + width > innerWidth) return false;
      return [[0, 1], [1, 0]].some(([across, down]) => reach(each, across, down) + reach(each, -across, -down) < 44);
    })
    .map((each) => each.ariaLabel ?? each.textContent);
})()`;
