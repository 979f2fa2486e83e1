import { deepEqual, equal, ok } from 'node:assert/strict';
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
import { hostileTexts, plantHostile } from './hostile.fixture.ts';
import { type ConsolePage, consolePages } from './pages.ts';
import { fillProduct } from './sample.fixture.ts';

const widths = [1360, 800, 360];
const narrowest = 320;
/** Themes differ only in colors, so the second theme is checked only for these rules. */
const schemes = [
  ['light', undefined],
  ['dark', ['color-contrast', 'link-in-text-block']],
] as const;

/** Elements that no page contains unless a text was rendered as markup. */
const madeOfTexts = 'img, iframe, object, main script, main style, [onerror], [onload], a[href^="javascript"]';

const hostilePages: readonly ConsolePage[] = [
  '',
  '/audit',
  '/settings',
  '/connect',
  '/segments',
  '/personas',
  '/playground',
  '/health',
  '/archive',
  '/promote',
  '/transfer',
  '/change-requests',
  '/features/hostile',
  '/features/hostile/why',
  '/features/hostile/settings',
  '/features/hostile/history',
  '/features/hostile/variants',
  '/features/hostile/usage',
  '/features/hostile/code',
].map((rest) => ({ name: `hostile${rest}`, path: `/projects/hostile${rest}` }));

describe('every page of the console', () => {
  let opened: ConsoleInBrowser;
  let page: Page;
  let visitor: Page;
  const titles = new Map<string, string>();

  before(async function () {
    opened = await openConsole(this);
    await fillProduct(opened.product);
    await plantHostile(opened.product);
    page = await opened.logIn();
    visitor = await opened.visit('/login');
    for (const each of [page, visitor]) each.on('dialog', (dialog) => Promise.reject(new Error(`it opened: ${dialog.message()}`)));
  });
  after(() => opened?.close());

  /** Opens a page in the browser of its audience. */
  async function show({ path, isOutside = false }: ConsolePage): Promise<Page> {
    const browser = isOutside ? visitor : page;
    await browser.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
    await browser.setViewportSize({ width: 1360, height: 800 });
    await browser.goto(path);
    await whenShown(browser);
    return browser;
  }

  for (const each of [...consolePages, ...hostilePages]) {
    describe(each.name, () => {
      let browser: Page;
      before(async () => {
        browser = await show(each);
      });

      it('has a window title of its own, with the name of the product', async () => {
        const title = await browser.title();
        ok(title.endsWith(' – Signalbox'), title);
        equal(titles.get(title), undefined);
        titles.set(title, each.name);
      });

      it('is accessible in both themes at each width, and scrolls in one direction', async () => {
        const wrong: string[] = [];
        for (const width of [...widths, narrowest]) {
          await browser.setViewportSize({ width, height: 800 });
          const needed = await contentWidth(browser);
          if (needed > width) wrong.push(`${width}: scrolls sideways to ${needed}: ${await widestOf(browser, width)}`);
          if (width === narrowest) continue;
          for (const [colorScheme, rules] of schemes) {
            await browser.emulateMedia({ colorScheme });
            for (const violation of await violationsOf(browser, rules)) wrong.push(`${width} ${colorScheme}: ${violation}`);
          }
        }
        deepEqual(wrong, []);
        isWell(browser);
      });

      it('gives no two buttons or fields the same name', async () => {
        await browser.setViewportSize({ width: 1360, height: 800 });
        deepEqual(await namedTwice(browser), []);
      });

      it('shows hostile texts as text', async () => equal(await measure(browser, `document.querySelectorAll('${madeOfTexts}').length`), 0));

      it('is usable by keyboard, with a visible focus', async () => {
        await browser.setViewportSize({ width: 1360, height: 800 });
        deepEqual(await walkByKeyboard(browser), { unseen: [], unreached: [] });
      });

      it('respects reduced motion and forced colors', async () => {
        await browser.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
        equal(await measure(browser, 'document.getAnimations().filter(({ playState }) => playState === "running").length'), 0);
        equal(await measure(browser, 'document.querySelectorAll("h1").length'), 1);
      });
    });
  }

  it('has hostile texts to show', async () => {
    await page.goto('/projects');
    await page
      .getByRole('table', { name: 'Projects' })
      .getByRole('link', { name: hostileTexts[0] ?? '', exact: true })
      .waitFor();
  });
});

const measure = async (page: Page, script: string): Promise<number> => Number(await evaluate(page, script));

/** Roles with their names, one for each line, indented by depth. */
const named = /^(\s*)- '?(group|button|switch|textbox|searchbox|combobox|spinbutton|slider|checkbox|radio)(?: "((?:[^"\\]|\\.)*)")?/;

/**
 * Names of buttons and fields that others on the page have too. Choices count with the name of their group, which screen readers announce
 * first.
 */
async function namedTwice(page: Page): Promise<string[]> {
  const summaries = await evaluate<string[]>(
    page,
    `[...document.querySelectorAll('summary')].filter((each) => each.checkVisibility({ visibilityProperty: true }))
      .map((each) => 'button ' + (each.ariaLabel ?? each.textContent.trim()))`,
  );
  const names = [...summaries];
  const groups: { readonly depth: number; readonly name: string }[] = [];
  for (const line of (await page.locator('body').ariaSnapshot()).split('\n')) {
    const [, { length: depth } = '', role = '', name = ''] = named.exec(line) ?? [];
    if (role === '') continue;
    while ((groups.at(-1)?.depth ?? -1) >= depth) groups.pop();
    if (role === 'group') groups.push({ depth, name });
    else if (role === 'button' || role === 'switch') names.push(`button ${name}`);
    else names.push([role, ...(role === 'checkbox' || role === 'radio' ? groups.map((group) => group.name) : []), name].join(' '));
  }
  return names.filter((name, index) => names.indexOf(name) !== index);
}

const maxSteps = 150;

/** Presses Tab until the focus is back at the start. Names controls that were not reached or show no focus. */
async function walkByKeyboard(page: Page): Promise<unknown> {
  await evaluate(page, walkBegins);
  let isDone = false;
  for (let step = 0; step < maxSteps && !isDone; step += 1) {
    await page.keyboard.press('Tab');
    isDone = Boolean(await evaluate(page, 'window.walk.note()'));
  }
  return evaluate(page, `window.walk.result(${isDone ? 'true' : 'false'})`);
}

const walkBegins = `window.walk = (() => {
  document.body.tabIndex = -1;
  document.body.focus();
  const seen = new Set();
  let last;
  const unseen = [];
  const markupOf = (element) => element.outerHTML.slice(0, 120);
  const isShown = (element) => {
    const style = getComputedStyle(element);
    const drawn = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1;
    const box = element.getBoundingClientRect();
    return (drawn || style.boxShadow !== 'none') && box.bottom > 0 && box.top < innerHeight;
  };
  return {
    note() {
      const element = document.activeElement;
      // A date-time field has several tab stops.
      if (element === last) return false;
      last = element;
      if (!element || element === document.body || seen.has(element)) return seen.size > 0;
      seen.add(element);
      const inner = element.closest('label') ?? (element.matches('input') ? element.parentElement : element);
      if (!isShown(element) && !isShown(inner)) unseen.push(markupOf(element));
      return false;
    },
    result(isComplete) {
      const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, [tabindex="0"]')];
      const focusable = controls.filter((element) =>
        element.tabIndex >= 0 && !element.disabled && element.checkVisibility({ visibilityProperty: true }) && element.type !== 'radio');
      return { unseen: unseen.slice(0, 5), unreached: isComplete ? focusable.filter((element) => !seen.has(element)).slice(0, 5).map(markupOf) : [] };
    },
  };
})();`;
