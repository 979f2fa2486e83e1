import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import type { Page } from 'playwright-core';
import { type ConsoleInBrowser, contentWidth, createPilot, evaluate, isWell, openConsole, violationsOf } from './console.fixture.ts';

const password = 'eleven signals on one gantry';
const feature = '/api/admin/projects/default/features/express-pay';

describe('the bell', () => {
  let opened: ConsoleInBrowser;
  let page: Page;

  before(async function () {
    opened = await openConsole(this);
    const { admin } = opened.product;
    await createPilot(opened.product);
    const ann = { username: 'ann', email: 'ann@signalbox.example', password, rootRole: 3, sendEmail: false };
    equal((await admin.post('/api/admin/user-admin', ann)).status, 201);
    page = await opened.logInAs(ann, { viewport: { width: 1280, height: 800 } });
    await page.goto('/projects/default/features/express-pay');
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    await page.getByText('You watch express-pay. Changes appear under the bell, but not by mail').waitFor();
    await page.goto('/projects/default');
    await page
      .getByRole('status')
      .filter({ hasText: /^Live$/ })
      .waitFor();
  });
  after(() => opened?.close());
  afterEach(() => isWell(page));

  const bell = (unread = 0) =>
    page.getByRole('button', { name: unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`, exact: true });
  const turn = async (state: 'on' | 'off') =>
    equal((await opened.product.admin.post(`${feature}/environments/development/${state}`)).status, 200);
  const dialog = () => page.getByRole('dialog', { name: 'Notifications' });

  it('counts changes of watched features without a mail server, live, on the bell and in the title', async () => {
    equal(await bell().count(), 1);
    await turn('on');
    await bell(1).waitFor();
    match(await page.title(), /^\(1\) /);
    await turn('off');
    await bell(2).waitFor();
    match(await page.title(), /^\(2\) /);
  });

  it('opens with the keyboard, and each line leads to its object and is read then', async () => {
    await bell(2).focus();
    await page.keyboard.press('Enter');
    const line = dialog().getByRole('link', { name: 'admin turned off express-pay in development' });
    await line.waitFor();
    deepEqual(await violationsOf(page), []);
    equal(await dialog().getByText('new', { exact: true }).count(), 2);
    await line.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'express-pay' }).waitFor();
    equal(new URL(page.url()).pathname, '/projects/default/features/express-pay');
    await bell(1).waitFor();
  });

  it('marks all as read, in other tabs as well', async () => {
    const other = await page.context().newPage();
    await other.goto('/projects/default');
    await other.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor();
    await bell(1).click();
    await dialog().getByRole('button', { name: 'Mark all read' }).click();
    await dialog().getByText('new', { exact: true }).waitFor({ state: 'detached' });
    await bell().waitFor();
    equal(await page.getByText('new', { exact: true }).count(), 0);
    await other.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
    await eventually(async () => ok(!(await page.title()).startsWith('(')));
    await other.close();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  it('is a sheet on a phone, without scrolling sideways', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto('/');
    await bell().click();
    await dialog().getByRole('link', { name: 'admin turned on express-pay in development' }).waitFor();
    equal(await contentWidth(page), 360);
    deepEqual(await violationsOf(page), []);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('follows the channels that the user chose', async () => {
    const choose = async () => {
      await bell().click();
      await dialog().getByRole('button', { name: 'Choose what you receive' }).click();
    };
    await choose();
    const isListed = page.getByRole('group', { name: 'Changes of features that you watch' }).getByLabel('Under the bell');
    const isStored = async (isOn: boolean) => {
      const { channels } = await evaluate<{ channels: { app: boolean }[] }>(
        page,
        "fetch('/api/admin/user/notifications/channels').then((response) => response.json())",
      );
      equal(channels[0]?.app, isOn);
    };
    await isListed.uncheck();
    await eventually(() => isStored(false));
    deepEqual(await violationsOf(page), []);
    await page.reload();
    await choose();
    equal(await isListed.isChecked(), false);
    await isListed.check();
    await eventually(() => isStored(true));
    await page.reload();
  });

  it('is joined by the watched features on the start page', async () => {
    await page.goto('/');
    const watched = page.getByRole('region', { name: 'Watched' });
    await watched.getByRole('link', { name: 'express-pay' }).waitFor();
    equal(await watched.getByRole('listitem').count(), 1);
    await page.goto('/projects/default');
  });

  it('forgets a project that the user can no longer see', async () => {
    const { admin } = opened.product;
    const settings = { name: 'Default', mode: 'private' };
    equal((await admin.put('/api/admin/projects/default', settings)).status, 200);
    await bell().waitFor();
    await bell().click();
    await dialog().getByText('appear here', { exact: false }).waitFor();
    equal(await dialog().getByText('express-pay').count(), 0);
  });
});
