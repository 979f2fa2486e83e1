import { deepEqual, equal, ok } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import type { Page } from 'playwright-core';
import { type ConsoleInBrowser, isWell, openConsole, violationsOf } from './console.fixture.ts';

const base = '/api/admin/projects/default';
const features = `${base}/features`;
const rollout = (share: string) => ({ rollout: share, stickiness: 'userId', groupId: 'express-pay' });

describe('two browsers at once', () => {
  let opened: ConsoleInBrowser;
  let page: Page;
  let other: Page;

  before(async function () {
    opened = await openConsole(this);
    const { admin } = opened.product;
    for (const name of ['express-pay', 'card-vault']) equal((await admin.post(features, { name, type: 'release' })).status, 201);
    const strategies = `${features}/express-pay/environments/production/strategies`;
    equal((await admin.post(strategies, { name: 'flexibleRollout', title: 'Pilot', parameters: rollout('25') })).status, 200);
    page = await opened.logIn();
    other = await opened.logIn();
  });
  after(() => opened?.close());
  afterEach(() => {
    isWell(page);
    isWell(other);
  });

  const isLive = (on: Page) =>
    on
      .getByRole('status')
      .filter({ hasText: /^Live$/ })
      .waitFor();
  const shareNow = async () => {
    const { body } = await opened.product.admin.get(`${features}/express-pay/environments/production/strategies`);
    return body[0].parameters.rollout as string;
  };

  it('show each other’s changes without a reload', async () => {
    for (const each of [page, other]) {
      await each.goto('/projects/default/features/express-pay?in=production');
      await isLive(each);
    }
    await other.getByRole('switch', { name: 'express-pay in production' }).click();
    await other
      .getByText(/express-pay.*production/)
      .first()
      .waitFor();
    await page.getByRole('switch', { name: 'express-pay in production', checked: true }).waitFor({ timeout: 5000 });
  });

  it('move no row under the pointer, and count pending changes', async () => {
    await page.goto('/projects/default');
    await isLive(page);
    await page.getByRole('link', { name: 'card-vault' }).hover();
    for (const name of ['a-first', 'a-second']) equal((await opened.product.admin.post(features, { name, type: 'release' })).status, 201);
    await page.getByText('2 new changes').waitFor();
    equal(await page.getByRole('link', { name: 'a-first' }).count(), 0);
    deepEqual(await violationsOf(page), []);
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('link', { name: 'a-first' }).waitFor();
    equal(await page.getByText('new changes').count(), 0);
  });

  it('show changes away from the pointer immediately', async () => {
    await page.goto('/projects/default');
    await isLive(page);
    await page.mouse.move(2, 2);
    equal((await opened.product.admin.post(features, { name: 'a-third', type: 'release' })).status, 201);
    await page.getByRole('link', { name: 'a-third' }).waitFor();
  });

  it('keep an edited draft, and name the author of a concurrent change', async () => {
    for (const each of [page, other]) {
      await each.goto('/projects/default/features/express-pay?in=production');
      await each.getByRole('button', { name: 'Edit Pilot' }).click();
    }
    await isLive(page);
    await page.getByLabel('Rollout percentage').fill('60');
    await other.getByLabel('Rollout percentage').fill('40');
    await other.getByRole('button', { name: 'Save strategy' }).click();
    await page.getByText('admin changed this strategy while you were editing').waitFor();
    equal(await page.getByLabel('Rollout percentage').inputValue(), '60');
    ok(await page.getByRole('button', { name: 'Save strategy' }).isDisabled());
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('definition').filter({ hasText: 'rollout 25% → 40%' }).waitFor();
    deepEqual(await violationsOf(page), []);
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('button', { name: 'Save strategy' }).click();
    await page.getByText('Saved Pilot in production.').waitFor();
    equal(await shareNow(), '60');
  });

  it('keep the draft of a strategy that someone else deletes', async () => {
    await page.goto('/projects/default/features/express-pay?in=production');
    await page.getByRole('button', { name: 'Edit Pilot' }).click();
    await page.getByLabel('Rollout percentage').fill('70');
    await isLive(page);
    const strategies = `${features}/express-pay/environments/production/strategies`;
    const { body } = await opened.product.admin.get(strategies);
    equal((await opened.product.admin.delete(`${strategies}/${body[0].id}`)).status, 200);
    await page.getByText(/deleted this strategy while you were editing/).waitFor();
    equal(await page.getByLabel('Rollout percentage').inputValue(), '70');
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('button', { name: 'Save strategy' }).click();
    await eventually(async () => equal(await shareNow(), '70'));
  });

  it('share one stream among tabs, and continue when the tab that reads it is closed', async () => {
    const first = await page.context().newPage();
    const urls: string[] = [];
    first.on('request', (request) => urls.push(request.url()));
    await first.goto('/projects/default');
    await isLive(first);
    equal(urls.filter((url) => url.includes('/changes/stream')).length, 0);
    await page.close();
    await eventually(() => equal(urls.filter((url) => url.includes('/changes/stream')).length, 1));
    equal((await opened.product.admin.post(features, { name: 'a-fourth', type: 'release' })).status, 201);
    await first.getByRole('link', { name: 'a-fourth' }).waitFor();
    page = first;
  });

  it('report a lost stream, and poll instead', async () => {
    await page.context().route('**/api/admin/changes/stream*', (route) => route.abort());
    await page.reload();
    await page.getByRole('status').filter({ hasText: 'Not live' }).waitFor();
    deepEqual(await violationsOf(page), []);
    await page.context().unroute('**/api/admin/changes/stream*');
    await page
      .getByRole('status')
      .filter({ hasText: /^Live$/ })
      .waitFor();
  });
});
