import { deepEqual, ok } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type ConsoleInBrowser, evaluate, openConsole, whenShown } from './console.fixture.ts';
import { consolePages } from './pages.ts';
import { fillProduct } from './sample.fixture.ts';

/** Pages whose buttons open dialogs. */
const withDialogs = /^\/settings|\/settings$|\/personas$|\/change-requests\/|\/features\/|\/projects$|\/segments|\/profile$/;
const lookAgainMs = 300;
const windows = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** Buttons that may open a dialog, one of each kind. */
const openers = `[...new Map([...document.querySelectorAll('main button')]
  .filter((button) => button.checkVisibility() && button.ariaDisabled !== 'true')
  .map((button) => button.ariaLabel ?? button.innerText.trim())
  .filter((name) => /^(New|Add|Edit|Invite|Change|Protect|Create|Delete|Remove|Move|Rename|Complete|Archive|Copy feature|Send)/.test(name))
  .map((name) => [name.split(':')[0], name])).values()]`;
/** Opens the menus of rows. */
const openMenus = "document.querySelectorAll('main td details').forEach((menu) => (menu.open = true))";
/** Height of the open dialog, of its content, and of the window. */
const heights = `(() => {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  return [dialog.getBoundingClientRect().height, dialog.scrollHeight - dialog.clientHeight, innerHeight];
})()`;

describe('dialogs', function () {
  this.timeout(600_000);
  let opened: ConsoleInBrowser;
  let page: Page;

  before(async function () {
    opened = await openConsole(this);
    await fillProduct(opened.product);
    page = await opened.logIn();
  });
  after(() => opened?.close());

  const show = async (path: string) => {
    await page.setViewportSize(windows[0] ?? { width: 1440, height: 900 });
    await page.goto(path);
    await whenShown(page);
  };
  /** The openers, once a second look finds no more: lists and rights arrive after the page. */
  async function findOpeners(): Promise<readonly string[]> {
    let before = -1;
    for (;;) {
      await evaluate(page, openMenus);
      const found = await evaluate<string[]>(page, openers);
      if (found.length === before) return found;
      before = found.length;
      await page.waitForTimeout(lookAgainMs);
    }
  }
  /** Problems of the open dialog, by window. */
  async function problemsOfDialog(): Promise<string[]> {
    const wrong: string[] = [];
    for (const size of windows) {
      await page.setViewportSize(size);
      const [height = 0, hidden = 0, available = 0] = await evaluate<number[]>(page, heights);
      if (height > available) wrong.push(`${height} px in a window of ${available} px`);
      if (hidden > 1 && size.width > 639) wrong.push(`${hidden} px are hidden in a window of ${available} px`);
    }
    return wrong;
  }

  it('are no taller than the window, and scroll on phones only', async () => {
    const wrong: string[] = [];
    let count = 0;
    for (const { path } of consolePages.filter((each) => !each.isOutside && withDialogs.test(each.path))) {
      await show(path);
      for (const name of await findOpeners()) {
        await show(path);
        await findOpeners();
        await page.getByRole('button', { name, exact: true }).first().dispatchEvent('click');
        const dialog = page.locator('dialog[open]');
        const leaves = page.getByRole('heading', { level: 1 });
        await dialog.or(leaves).first().waitFor();
        if ((await dialog.count()) === 0) continue;
        count += 1;
        wrong.push(...(await problemsOfDialog()).map((problem) => `${path}, ${name}: ${problem}`));
      }
    }
    ok(count > 25, String(count));
    deepEqual(wrong, []);
  });
});
