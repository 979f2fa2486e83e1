import { deepEqual, equal } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type ConsoleInBrowser, isWell, openConsole } from './console.fixture.ts';

const settings = '/api/admin/user/settings';

describe('user preferences', () => {
  let opened: ConsoleInBrowser;
  let page: Page;

  before(async function () {
    opened = await openConsole(this);
    page = await opened.logIn();
  });
  after(() => opened?.close());
  afterEach(() => isWell(page));

  const shownIn = (shown: Page) => shown.locator('html').getAttribute('data-theme');

  it('send only a list request while nothing is stored', async () => {
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await page.goto('/projects/default');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('load');
    // Every request is repeated if the instance changes meanwhile.
    deepEqual([...new Set(sent.filter((request) => request.includes(settings)))], [`GET ${settings}`]);
    page.removeAllListeners('request');
  });

  it('apply the theme in every browser, and this browser applies it before the request', async () => {
    const isStored = page.waitForResponse((response) => response.request().postData()?.includes('"dark"') ?? false);
    await page.getByRole('button', { name: 'Theme: system' }).click();
    await page.getByRole('button', { name: 'Theme: light' }).click();
    equal((await isStored).status(), 200);
    equal(await shownIn(page), 'dark');
    await page.reload();
    equal(await shownIn(page), 'dark');
    const elsewhere = await opened.logIn();
    await elsewhere.locator('html[data-theme=dark]').waitFor();
    isWell(elsewhere);
    await elsewhere.context().close();
  });
});
