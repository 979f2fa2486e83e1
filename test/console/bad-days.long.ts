import { deepEqual, equal, ok } from 'node:assert/strict';
import { eventually, testEnvironment } from '@signalbox/testing';
import type { Page } from 'playwright-core';
import { type ConsoleInBrowser, isWell, openConsole, violationsOf } from './console.fixture.ts';

const features = '/api/admin/projects/default/features';
const phone = { width: 360, height: 780 };
const limitMs = 5000;
/** Slow 3G as defined by browsers: bytes per second, and latency in milliseconds. */
const slow = { offline: false, downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 400 };
const awayMs = 30_000;

/** For each service, a page that is broken while the service is down, and a page that still works. */
const away = [
  { service: 'audit', broken: '/audit', path: '/projects/default', works: 'switch' },
  { service: 'integrations', broken: '/settings/webhooks', path: '/settings/environments', works: 'row' },
  { service: 'playground', broken: '/projects/default/features/express-pay', path: '/projects/default', works: 'switch' },
  { service: 'toggles', broken: '/projects', path: '/settings/users', works: 'row' },
  { service: 'change-requests', broken: null, path: '/projects/default', works: 'switch' },
  { service: 'delivery', broken: null, path: '/projects/default', works: 'switch' },
] as const;

describe('the console on a bad day', () => {
  let opened: ConsoleInBrowser;
  let page: Page;

  before(async function () {
    opened = await openConsole(this);
    const { admin } = opened.product;
    equal((await admin.post(features, { name: 'express-pay', type: 'release' })).status, 201);
    equal((await admin.post(`${features}/express-pay/environments/development/on`)).status, 200);
    const persona = { name: 'Anna', context: { appName: 'shop', userId: '7' } };
    equal((await admin.post('/api/admin/projects/default/personas', persona)).status, 201);
    page = await opened.logIn();
  });
  after(() => opened?.close());

  const open = (of: Page, path: string) => of.goto(path);
  const isOn = async () => {
    const { body } = await opened.product.admin.get(`${features}/express-pay`);
    return body.environments.find(({ name }: { name: string }) => name === 'development').enabled as boolean;
  };

  it('keeps the input of an editor when the session ends, and saves it after a new login', async () => {
    const path = `${features}/express-pay/environments/development/strategies`;
    equal((await opened.product.admin.post(path, { name: 'flexibleRollout', title: 'Pilot', parameters: { rollout: '25' } })).status, 200);
    const own = await opened.logIn();
    await open(own, '/projects/default/features/express-pay?in=development');
    await own.getByRole('button', { name: 'Edit Pilot' }).click();
    await own.getByLabel('Rollout percentage').fill('70');
    await own.context().clearCookies();
    // The preview is refetched while the user types, so it may be the first request to get a 401.
    await Promise.race([own.getByRole('button', { name: 'Save strategy' }).click(), own.getByRole('dialog').waitFor()]);
    await own.getByText('Log in again to continue where you left off.').waitFor();
    const dialog = own.getByRole('dialog');
    deepEqual(await own.getByText('/auth/simple/login').allInnerTexts(), []);
    const username = dialog.getByLabel('Username').and(own.locator(':focus'));
    await username.waitFor();
    await own.keyboard.press('Escape');
    await username.fill('admin');
    await dialog.getByLabel('Password').fill(opened.product.password);
    await dialog.getByRole('button', { name: 'Log in' }).click();
    await dialog.waitFor({ state: 'hidden' });
    equal(await own.getByLabel('Rollout percentage').inputValue(), '70');
    await own.getByRole('button', { name: 'Save strategy' }).click();
    await own.getByText('Saved Pilot in development.').waitFor();
    const { body } = await opened.product.admin.get(path);
    ok(body.some(({ parameters }: { parameters: { rollout: string } }) => parameters.rollout === '70'));
    await own.context().close();
  });

  it(`turns a feature off on a phone with a slow network within ${limitMs / 1000} s of opening the page`, async () => {
    const own = await opened.logIn({ viewport: phone, hasTouch: true });
    await open(own, '/projects/default');
    await own.getByRole('switch', { name: 'express-pay in development' }).waitFor();
    const client = await own.context().newCDPSession(own);
    await client.send('Network.enable');
    await client.send('Network.emulateNetworkConditions', slow);
    const begun = performance.now();
    await open(own, '/projects/default');
    await own.getByRole('switch', { name: 'express-pay in development' }).tap();
    await own.getByText('express-pay is off in development.').waitFor();
    const tookMs = performance.now() - begun;
    equal(await isOn(), false);
    ok(tookMs < limitMs, `it took ${Math.round(tookMs)} ms`);
    await own.context().close();
  });

  it('reports that the server is unreachable, and recovers', async () => {
    const own = await opened.logIn();
    await open(own, '/projects/default/features/express-pay');
    await own.getByRole('heading', { level: 1, name: 'express-pay' }).waitFor();
    await own.getByRole('link', { name: 'Audit' }).first().click();
    await own.getByRole('listitem').filter({ hasText: 'created' }).first().waitFor();
    await own.context().setOffline(true);
    await own.goBack();
    await own.getByRole('link', { name: 'Usage' }).click();
    await own.getByText('Can’t reach the server.', { exact: false }).first().waitFor();
    await own.context().setOffline(false);
    await own.getByText('Can’t reach the server.', { exact: false }).first().waitFor({ state: 'detached', timeout: awayMs });
    await own.context().close();
  });

  it('shows the old state of a switch when its request fails, and repeats it', async () => {
    const own = await opened.logIn();
    const turned = '**/environments/production/on*';
    await open(own, '/projects/default/features/express-pay');
    const control = own.getByRole('switch', { name: 'express-pay in production' });
    await own.route(turned, (route) => route.abort());
    await control.click();
    await own.getByText('express-pay is still off in production. Can’t reach the server.').waitFor();
    deepEqual([await control.getAttribute('aria-checked'), await control.getAttribute('aria-busy')], ['false', 'false']);
    await own.unroute(turned);
    await own.getByRole('button', { name: 'Try again' }).click();
    await own.getByText('express-pay is on in production.').waitFor();
    await own.context().close();
  });

  it('says offline as soon as the browser is, and disables switches until it is back', async () => {
    const own = await opened.logIn();
    await open(own, '/projects/default/features/express-pay');
    const control = own.getByRole('switch', { name: 'express-pay in development' });
    await own
      .getByRole('status')
      .filter({ hasText: /^Live$/ })
      .waitFor();
    equal(await control.getAttribute('aria-disabled'), 'false');
    await own.context().setOffline(true);
    await own
      .getByRole('status')
      .filter({ hasText: /^Offline$/ })
      .waitFor();
    await eventually(async () => equal(await control.getAttribute('aria-disabled'), 'true'));
    await own.context().setOffline(false);
    await own
      .getByRole('status')
      .filter({ hasText: /^Live$/ })
      .waitFor();
    await eventually(async () => equal(await control.getAttribute('aria-disabled'), 'false'));
    await own.context().close();
  });

  it('reports that the script of a page cannot be loaded, keeps working elsewhere, and reloads it', async () => {
    const own = await opened.logIn();
    const title = (name: string) => own.getByRole('heading', { level: 1, name });
    const again = own.getByRole('button', { name: 'Reload' });
    await open(own, '/');
    await title('Start').waitFor();
    await own.route('**/console/*.js', (route) => route.abort());
    await own.getByRole('link', { name: 'Audit' }).first().click();
    await title('Couldn’t load this page').waitFor();
    deepEqual(await violationsOf(own), []);
    await own.goBack();
    await title('Start').waitFor();
    await own.goForward();
    await own.context().setOffline(true);
    await again.click();
    await own.getByText('The server is still unreachable.', { exact: false }).waitFor();
    await own.unroute('**/console/*.js');
    await own.context().setOffline(false);
    await title('Audit').waitFor();
    await own.context().close();
  });

  it('does not reload a page whose script is missing when the first stream starts', async () => {
    const own = await opened.logIn();
    const { promise: isMissing, resolve: startStream } = Promise.withResolvers<void>();
    await own.route('**/changes/stream*', (route) => isMissing.then(() => route.continue()));
    await open(own, '/');
    await own.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
    await own.route('**/console/*.js', (route) => route.abort());
    await own.getByRole('link', { name: 'Audit' }).first().click();
    const missing = own.getByRole('heading', { level: 1, name: 'Couldn’t load this page' });
    await missing.waitFor();
    let loads = 0;
    own.on('framenavigated', () => (loads += 1));
    startStream();
    await own
      .getByRole('status')
      .filter({ hasText: /^Live$/ })
      .waitFor();
    await own.evaluate(() => fetch('/health'));
    deepEqual([loads, await missing.isVisible()], [0, true]);
    await own.context().close();
  });

  it('reports that search cannot be loaded', async () => {
    const own = await opened.logIn();
    await own.route('**/console/*.js', (route) => route.abort());
    await own.keyboard.press('ControlOrMeta+k');
    await own.getByRole('alert').filter({ hasText: 'Couldn’t load search.' }).waitFor();
    isWell(own);
    await own.context().close();
  });

  if (testEnvironment.way === 'distributed') {
    for (const { service, broken, path, works } of away) {
      it(`keeps working while ${service} is down, reports missing data, and recovers`, async () => {
        const process = opened.product.processes?.services.get(service);
        await process?.stop('SIGKILL');
        try {
          await open(page, path);
          await page.getByRole(works).first().waitFor({ state: 'attached', timeout: awayMs });
          if (broken !== null) {
            await open(page, broken);
            await page.getByRole('alert').first().waitFor({ timeout: awayMs });
            await page.getByRole('navigation', { name: 'Main' }).waitFor();
          }
        } finally {
          process?.start();
        }
        await opened.product.processes?.whenReady(awayMs);
        if (broken !== null) await eventually(async () => deepEqual(await page.getByRole('alert').allTextContents(), []), awayMs);
        isWell(page);
      });
    }
  }
});
