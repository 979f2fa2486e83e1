import { deepEqual, equal, ok } from 'node:assert/strict';
import { testEnvironment } from '@signalbox/testing';
import type { Page } from 'playwright-core';
import { type ConsoleInBrowser, isWell, openConsole, violationsOf } from './console.fixture.ts';

const features = '/api/admin/projects/default/features';
const served = '/api/admin/delivery/revision';
const awayMs = 30_000;

describe('the delivery status of a change', () => {
  let opened: ConsoleInBrowser;
  let page: Page;

  before(async function () {
    opened = await openConsole(this);
    equal((await opened.product.admin.post(features, { name: 'express-pay', type: 'release' })).status, 201);
    page = await opened.logIn();
  });
  after(() => opened?.close());
  beforeEach(() => page.goto('/projects/default/features/express-pay?in=development'));
  afterEach(() => isWell(page));

  const turn = () => page.getByRole('switch', { name: 'express-pay in development' }).click();
  const line = (text: RegExp) => page.getByRole('status').getByText(text);
  const isServed = /^Served to clients at \d\d:\d\d:\d\d \(revision [\d,]+\)$/;
  const revisionNow = async () => (await opened.product.admin.get(served)).body.revision as number;

  it('shows the revision and time reported by delivery', async () => {
    const before = await revisionNow();
    const begun = Math.floor(Date.now() / 1000);
    await turn();
    await line(isServed).waitFor();
    const text = await line(isServed).innerText();
    ok(text.endsWith(`(revision ${(before + 1).toLocaleString('en')})`), text);
    const since = Date.parse((await line(isServed).getAttribute('datetime')) ?? '') / 1000;
    ok(begun <= since && since <= Date.now() / 1000, text);
    deepEqual(await violationsOf(page), []);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    equal(await line(isServed).count(), 0);
  });

  it('covers no control: in the navigation of wide windows, and below the page in narrow ones', async () => {
    const covered = () =>
      page.evaluate(`[...document.querySelectorAll('a, button, input, select, textarea')]
        .filter((control) => !control.closest('[popover]') && control.checkVisibility())
        .filter((control) => {
          const { left, top, width, height } = control.getBoundingClientRect();
          return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('[popover]');
        })
        .map((control) => control.textContent)`);
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 1200, height: 860 },
      { width: 1024, height: 768 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(viewport);
      await page.goto('/projects/default/features/express-pay?in=development');
      await turn();
      await line(isServed).waitFor();
      if (viewport.width < 1200) await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
      deepEqual(await covered(), [], `${viewport.width}`);
      await page.getByRole('button', { name: 'Dismiss' }).click();
    }
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  it('does not appear for playground requests', async () => {
    await page.goto('/projects/default/playground');
    await page.getByRole('button', { name: 'Evaluate' }).click();
    await page.getByRole('cell').first().waitFor();
    equal(
      await page
        .getByRole('status')
        .getByText(/revision/)
        .count(),
      0,
    );
  });

  it('is pending while delivery serves an older revision', async () => {
    // Requests a revision that never arrives.
    await page.route(`**${served}`, (route) =>
      route.continue({ headers: { ...route.request().headers(), 'if-min-revision': '999999999' } }),
    );
    await turn();
    await line(/^Saved as revision [\d,]+\. Rolling out to clients$/).waitFor();
    deepEqual(await violationsOf(page), []);
    await line(/^Pending: revision [\d,]+ has not reached clients yet$/).waitFor({ timeout: awayMs });
    deepEqual(await violationsOf(page), []);
    await page.unroute(`**${served}`);
    await line(isServed).waitFor({ timeout: awayMs });
  });

  if (testEnvironment.way === 'distributed') {
    it('is unknown while delivery is down, and recovers', async () => {
      const delivery = opened.product.processes?.services.get('delivery');
      await delivery?.stop('SIGKILL');
      try {
        await turn();
        await line(/^Delivery is not responding\. Revision [\d,]+ may not have reached clients$/).waitFor({ timeout: awayMs });
        deepEqual(await violationsOf(page), []);
      } finally {
        delivery?.start();
      }
      await line(isServed).waitFor({ timeout: awayMs });
    });
  }
});
