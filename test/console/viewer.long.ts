import { deepEqual, equal } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import type { Page, Request } from 'playwright-core';
import { type ConsoleInBrowser, creating, evaluate, isWell, openConsole, whenShown } from './console.fixture.ts';
import { consolePages } from './pages.ts';
import { fillProduct } from './sample.fixture.ts';

const viewer = { username: 'vera', password: 'nine green lamps at dawn' };
/** Controls that are not disabled. */
const enabled = 'main :is(button, [role="switch"], input[type="checkbox"]):visible:not(:disabled):not([aria-disabled="true"])';

describe('a viewer', () => {
  let opened: ConsoleInBrowser;
  let page: Page;
  /** Refused requests, except those that the user may repeat after reauthentication. */
  const refused: Promise<readonly string[]>[] = [];
  /** Requests without a response yet. */
  const open = new Set<Request>();

  before(async function () {
    opened = await openConsole(this);
    await fillProduct(opened.product);
    await creating(opened.product)('/api/admin/user-admin', { ...viewer, rootRole: roleIds.viewer, sendEmail: false });
    page = await opened.logInAs(viewer);
    page.on('request', (request) => !new URL(request.url()).pathname.endsWith('/stream') && open.add(request));
    page.on('requestfinished', (request) => open.delete(request));
    page.on('requestfailed', (request) => open.delete(request));
    page.on('response', (response) => {
      if (response.status() !== 403) return;
      const request = `${response.request().method()} ${new URL(response.url()).pathname}`;
      refused.push(response.json().then(({ name }) => (name === 'StepUpRequired' ? [] : [request])));
    });
  });
  after(() => opened?.close());

  it('sees that it can only propose in a protected environment, and which switches refuse', async () => {
    await page.goto('/projects/shop/features/express-pay?in=production');
    await page.getByText('You can only propose changes here').locator('visible=true').first().waitFor();
    await page.goto('/projects/shop');
    await page.getByRole('link', { name: 'express-pay', exact: true }).hover();
    const opacityIn = (environment: string) =>
      evaluate(page, `getComputedStyle(document.querySelector('[aria-label="express-pay in ${environment}"] svg')).opacity`);
    deepEqual(await Promise.all(['development', 'production'].map(opacityIn)), ['0.55', '1']);
  });

  for (const { name, path } of consolePages.filter(({ isOutside }) => !isOutside)) {
    it(`can press no control of the page ${name} that the server refuses`, async () => {
      refused.length = 0;
      await page.goto(path);
      await whenShown(page);
      const count = await page.locator(enabled).count();
      for (let index = 0; index < count; index += 1) await press(index, path);
      await answered();
      deepEqual((await Promise.all(refused)).flat(), []);
      equal((await page.request.get('/api/admin/user')).status(), 200, 'still logged in');
      isWell(page);
    });
  }

  /** Presses one control, even behind a dialog that the previous one opened, and returns to the page if it leads elsewhere. */
  async function press(index: number, path: string): Promise<void> {
    const control = page.locator(enabled).nth(index);
    if (!(await control.isVisible()) || (await control.innerText()) === 'Log out') return;
    await control.dispatchEvent('click');
    await answered();
    if (new URL(page.url()).pathname === new URL(path, page.url()).pathname) return;
    await page.goto(path);
    await whenShown(page);
  }

  const answered = () => eventually(async () => open.size === 0);
});
