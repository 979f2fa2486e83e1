import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import type { Page } from 'playwright-core';
import { type MailServer, openMailServer, readable } from '../../services/identity/src/mail-server.fixture.ts';
import { type ConsoleInBrowser, contentWidth, creating, isWell, openConsole, violationsOf } from './console.fixture.ts';

const base = '/api/admin/projects/default';
const hostile = '<img src=x onerror=alert(1)>';
const vera = { username: 'vera', email: 'vera@shop.example', password: 'nine green lamps at dawn' };
const path = '/projects/default/features/express-pay';
const minuteMs = 60_000;

describe('the conversation on a feature', () => {
  let opened: ConsoleInBrowser;
  let server: MailServer;
  let admin: Page;
  let page: Page;

  before(async function () {
    server = await openMailServer();
    opened = await openConsole(this, { SMTP_URL: server.url });
    const created = creating(opened.product);
    await created(`${base}/features`, { name: 'express-pay' });
    await created('/api/admin/user-admin', { ...vera, rootRole: roleIds.viewer, sendEmail: false });
    admin = await opened.logIn();
    page = await opened.logInAs(vera);
  });
  after(async () => {
    await opened?.close();
    await server.close();
  });
  afterEach(() => isWell(page));

  it('shows comments as plain text with line breaks, to every reader', async () => {
    await page.goto(path);
    await page.getByLabel('Comment', { exact: true }).fill(`Why is it off?\n${hostile} https://shop.example`);
    await page.getByRole('button', { name: 'Add comment' }).click();
    await page.getByText('Comment added.').waitFor();
    await eventually(async () => equal(await page.getByLabel('Comment', { exact: true }).inputValue(), ''));
    for (const reader of [page, admin]) {
      await reader.goto(`${path}/history`);
      const comment = reader.locator('li', { hasText: 'Why is it off?' });
      await comment.getByText('vera').first().waitFor();
      match(await comment.innerText(), /Why is it off\?\n<img src=x onerror=alert\(1\)> https:\/\/shop\.example/);
      equal(await comment.locator('img, p a').count(), 0);
      await reader.getByText('vera@shop.example commented').first().waitFor();
    }
    deepEqual(await violationsOf(page), []);
  });

  it('shows older comments on request', async () => {
    const created = creating(opened.product);
    for (let index = 1; index <= 21; index += 1) await created(`${base}/features/express-pay/comments`, { text: `Note ${index}.` });
    await page.goto(`${path}/history`);
    await page.getByText('Note 21.', { exact: true }).waitFor();
    equal(await page.getByText('Why is it off?').count(), 0);
    await page.getByRole('button', { name: 'Show older comments' }).click();
    await page.getByText('Why is it off?').waitFor();
    equal(await page.getByRole('button', { name: 'Show older comments' }).count(), 0);
  });

  it('lets authors delete their comments, and says what else it takes', async () => {
    await page.goto(`${path}/history`);
    await page.getByRole('button', { name: 'Show older comments' }).click();
    const others = page.getByRole('button', { name: 'Delete: Note 21.' });
    equal(await others.getAttribute('aria-disabled'), 'true');
    match((await others.getAttribute('title')) ?? '', /You need the permission/);
    await page.getByRole('button', { name: 'Delete: Why is it off?' }).click();
    await page.getByText('Comment deleted.').waitFor();
    await page.getByText('Why is it off?').waitFor({ state: 'detached' });
  });

  it('names the owner, whom only users with permission choose', async () => {
    await page.goto(path);
    const choose = (on: Page) => on.locator('main details').getByRole('button', { name: 'Set owner' });
    await page.getByRole('main').getByText('More', { exact: true }).click();
    const refused = choose(page);
    equal(await refused.getAttribute('aria-disabled'), 'true');
    match((await refused.getAttribute('title')) ?? '', /You need the permission/);
    await admin.goto(path);
    await admin.getByRole('main').getByText('More', { exact: true }).click();
    await choose(admin).click();
    await admin.getByRole('dialog').getByLabel('Owner').selectOption({ label: 'vera' });
    await admin.getByRole('button', { name: 'Save owner' }).click();
    await admin.getByText('Changed the owner of express-pay.').waitFor();
    await admin.getByText(/Owner: vera/).waitFor();
    isWell(admin);
  });

  it('mails a change to a watcher within a minute, until one click in the mail stops it', async () => {
    await page.goto(path);
    const watching = page.getByRole('button', { name: 'Watching', exact: true });
    equal(await watching.getAttribute('aria-pressed'), 'true');
    await watching.click();
    const button = page.getByRole('button', { name: 'Watch', exact: true });
    await button.waitFor();
    equal(await button.getAttribute('aria-pressed'), 'false');
    await button.click();
    await page.getByText('You watch express-pay. Changes appear under the bell, and you receive mail.').waitFor();

    const count = server.mails.length;
    equal((await opened.product.admin.post(`${base}/features/express-pay/environments/production/on`)).status, 200);
    equal((await opened.product.admin.post(`${base}/features/express-pay/comments`, { text: 'On from today.' })).status, 201);
    await eventually(() => ok(server.mails.length > count), minuteMs);
    const mail = readable(server.mails[count] ?? '');
    equal(server.recipients[count], vera.email);
    match(mail, /turned on express-pay in production\./);
    match(mail, /commented on express-pay: “On from today\.”/);

    const link = new URL(/^List-Unsubscribe:\s+<([^>]+)>/m.exec(mail)?.[1] ?? '');
    const visitor = await opened.visit(`${link.pathname}${link.search}`);
    await visitor.getByRole('heading', { level: 1, name: 'Stop watching' }).waitFor();
    deepEqual(await violationsOf(visitor), []);
    await page.goto(path);
    equal(await watching.getAttribute('aria-pressed'), 'true');
    await visitor.getByRole('button', { name: 'Stop watching' }).click();
    await visitor.getByText('You no longer watch express-pay.').waitFor();
    isWell(visitor);
    await page.goto(path);
    await button.waitFor();
  });

  it('is listed in the profile, where one click ends it', async () => {
    await page.goto(path);
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    await page.getByText('You watch express-pay.', { exact: false }).waitFor();
    await page.goto('/profile');
    const watched = page.getByRole('table', { name: 'Watched features' }).getByRole('row').filter({ hasText: 'express-pay' });
    await watched.getByText('Your choice').waitFor();
    deepEqual(await violationsOf(page), []);
    await watched.getByRole('button', { name: 'Stop watching: express-pay' }).click();
    await page.getByText('You watch no feature.', { exact: false }).waitFor();
    isWell(page);
  });

  it('refuses a link that is not from a mail', async () => {
    const visitor = await opened.visit('/stop-watching?token=none');
    await visitor.getByRole('button', { name: 'Stop watching' }).click();
    await visitor.getByText('This link is invalid or has expired.').waitFor();
  });

  it('opens the form for Slack, limited to the feature', async () => {
    await admin.goto(path);
    await admin.getByRole('main').getByText('More', { exact: true }).click();
    await admin.getByRole('button', { name: 'Send to Slack…' }).click();
    await admin.waitForURL('**/settings/webhooks/new?provider=slack-app&project=default&feature=*');
    await admin.getByRole('heading', { name: 'App for Slack' }).waitFor();
    equal(await admin.getByRole('textbox', { name: 'Features' }).inputValue(), 'express-pay');
    for (const title of ['Commented', 'Changed the owner']) await admin.getByText(title).first().waitFor({ state: 'attached' });
    isWell(admin);
  });

  it('fits a phone', async () => {
    await page.setViewportSize({ width: 320, height: 800 });
    for (const tab of ['', '/history']) {
      await page.goto(`${path}${tab}`);
      await page.getByLabel('Comment', { exact: true }).waitFor();
      ok((await contentWidth(page)) <= 320, tab);
    }
  });
});

describe('watching without a mail server', () => {
  let opened: ConsoleInBrowser;
  before(async function () {
    opened = await openConsole(this);
    await creating(opened.product)(`${base}/features`, { name: 'express-pay' });
  });
  after(() => opened?.close());

  it('explains that mail is off', async () => {
    const page = await opened.logIn();
    await page.goto(path);
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    await page
      .getByText('You watch express-pay. Changes appear under the bell, but not by mail: this server has no mail server.')
      .waitFor();
    isWell(page);
  });
});
