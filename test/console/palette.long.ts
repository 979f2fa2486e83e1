import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type ConsoleInBrowser, contentWidth, evaluate, isWell, openConsole, violationsOf } from './console.fixture.ts';

const project = '/api/admin/projects/default';
const hostile = '<img src=x onerror=alert(1)>';
const isMac = process.platform === 'darwin';
/** The switch of a feature in production, not its schedule. */
const production = /^Turn (?:on|off) \S+ in production(?! at)/;

describe('the palette', () => {
  let opened: ConsoleInBrowser;
  let page: Page;

  before(async function () {
    opened = await openConsole(this);
    const { admin } = opened.product;
    const staging = { name: 'staging', type: 'preproduction', sortOrder: 2 };
    equal((await admin.post('/api/admin/environments', staging)).status, 201);
    equal((await admin.put('/api/admin/environments/sort-order', { development: 1, staging: 2, production: 3 })).status, 200);
    equal((await admin.post(`${project}/environments`, { environment: 'staging' })).status, 200);
    const names = ['express-pay', 'repay', ...Array.from({ length: 1000 }, (_, index) => `feature-${index}`)];
    while (names.length > 0) {
      const some = names.splice(0, 20).map((name) => admin.post(`${project}/features`, { name, description: hostile }));
      for (const { status } of await Promise.all(some)) equal(status, 201);
    }
    equal((await admin.post(`${project}/features/express-pay/environments/production/on`)).status, 200);
    equal((await admin.post('/api/admin/segments', { name: `${hostile} pay`, constraints: [] })).status, 201);
    page = await opened.logIn({ permissions: ['clipboard-read', 'clipboard-write'] });
  });
  after(() => opened?.close());
  beforeEach(() => page.goto('/projects'));
  afterEach(() => isWell(page));

  const option = (name: string | RegExp) => page.getByRole('option', { name });
  const field = () => page.getByRole('dialog').getByRole('combobox');
  const open = async () => {
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press(isMac ? 'Meta+k' : 'Control+k');
    await field().waitFor();
  };
  const isOn = async (name: string, environment: string) => {
    const { body } = await opened.product.admin.get(`${project}/features/${name}`);
    return body.environments.find((each: { name: string }) => each.name === environment).enabled as boolean;
  };

  it('turns a known feature off in production with eight keys and its name', async () => {
    await open();
    await page.keyboard.type('express-pay');
    await page.keyboard.press('Enter');
    await option('Open express-pay').waitFor();
    await page.keyboard.press('3');
    await page.keyboard.press('Enter');
    await page.getByText('express-pay is off in production.').waitFor();
    equal(await isOn('express-pay', 'production'), false);
    await page.keyboard.press('z');
    await page.getByText('express-pay is on in production.').waitFor();
  });

  it('buffers keys typed before it is ready, and executes them', async () => {
    const own = await opened.logIn();
    const gate = Promise.withResolvers<void>();
    await own.route('**/console/*.js', (route) => gate.promise.then(() => route.continue()));
    await own.keyboard.press(isMac ? 'Meta+k' : 'Control+k');
    await own.keyboard.type('exprez');
    await own.keyboard.press('Backspace');
    await own.keyboard.type('ss-pay');
    await own.keyboard.press('Enter');
    equal(await own.getByRole('dialog').getByRole('combobox').count(), 0);
    gate.resolve();
    await own.getByRole('option', { name: 'Open express-pay' }).waitFor();
    await own.keyboard.type('3');
    await own.getByRole('option', { name: production, selected: true }).waitFor();
    isWell(own);
    await own.context().close();
  });

  it('discards buffered keys on Escape', async () => {
    const own = await opened.logIn();
    const gate = Promise.withResolvers<void>();
    await own.route('**/console/*.js', (route) => gate.promise.then(() => route.continue()));
    await own.keyboard.press(isMac ? 'Meta+k' : 'Control+k');
    await own.keyboard.type('express');
    await own.keyboard.press('Escape');
    gate.resolve();
    await own.keyboard.press(isMac ? 'Meta+k' : 'Control+k');
    await own.keyboard.type('feature-7');
    await own.getByRole('option', { name: 'feature-7', exact: false }).first().waitFor();
    equal(await own.getByRole('dialog').getByRole('combobox').inputValue(), 'feature-7');
    isWell(own);
    await own.context().close();
  });

  it('delays Enter until the results arrive', async () => {
    await open();
    await page.keyboard.type('express-pay');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/projects/default/features/express-pay');
  });

  it('executes a typed command', async () => {
    await open();
    await page.keyboard.type('turn off express-pay in prod');
    await option('Turn off express-pay in production').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('express-pay is off in production.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('express-pay is on in production.').waitFor();
  });

  it('ranks prefixes first, and shows names as text', async () => {
    await open();
    await page.keyboard.type('pay');
    await option(/express-pay/).waitFor();
    const titles = await page.getByRole('dialog').getByRole('option').allInnerTexts();
    ok(titles.findIndex((title) => title.includes('express-pay')) < titles.findIndex((title) => title.startsWith('repay')));
    ok(titles.some((title) => title.includes(hostile)));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(hostile);
    await option(new RegExp('onerror')).first().waitFor();
  });

  it('lists recent items first, and closes one layer at a time', async () => {
    await open();
    await page.keyboard.type('feature-77');
    await option(/^feature-77 /)
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await option('Open feature-77').waitFor();
    await page.keyboard.press('Escape');
    await option(/^feature-77/)
      .first()
      .waitFor();
    equal(await field().inputValue(), '');
    await page.keyboard.press('Escape');
    // A closed dialog has no field for Playwright, but its palette only leaves with the event that follows.
    await page.locator('#palette').waitFor({ state: 'detached' });
    await open();
    match(String((await page.getByRole('dialog').getByRole('option').allInnerTexts())[0]), /^feature-77/);
  });

  it('opens a page, and reports a query without matches', async () => {
    await open();
    await page.keyboard.type('zzzz');
    await page.getByText('Nothing matches “zzzz”').waitFor();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('webho');
    await option(/^Webhooks/).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/settings/webhooks');
  });

  it('finds something by each of the words that users try', async () => {
    const words = 'invite,new token,add member,schedule,members,api key,sso,slack,permissions,docs'
      .split(',')
      .concat('flags,history,stale,sdk,review,teams,edge,attributes,dark,log out'.split(','));
    await page.goto('/projects/default');
    await page.getByRole('heading', { level: 1, name: 'Features' }).waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    const field = page.getByRole('dialog').getByRole('combobox');
    for (const word of words) {
      await field.fill(word);
      await page.getByRole('dialog').getByRole('option').first().waitFor();
      equal(await page.getByText(`Nothing matches “${word}”`).count(), 0, word);
    }
    await page.keyboard.press('Escape');
  });

  it('opens commands that have their own page', async () => {
    const verbs = {
      promote: ['Promote default to another environment', '/promote'],
      'an application': ['Connect an application to default', '/connect'],
      'import f': ['Import features into default', '/transfer'],
      'export f': ['Export features from default', '/transfer'],
      'clean up': ['Clean up features in default', '/health'],
      'new seg': ['New segment in default', '/segments/new'],
    } as const;
    for (const [typed, [name, path]] of Object.entries(verbs)) {
      await page.goto('/projects/default');
      await page.getByRole('button', { name: 'Search or run a command' }).click();
      await page.keyboard.type(typed);
      await option(name).click();
      await page.waitForURL(`**/projects/default${path}`);
    }
  });

  it('keeps Ctrl Enter from the main button of the page beneath it', async () => {
    await page.goto('/projects/default/connect');
    const issue = page.getByRole('button', { name: 'Create token' });
    await issue.waitFor();
    await open();
    await page.keyboard.type('zzzz');
    await page.getByText('Nothing matches “zzzz”').waitFor();
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('audit');
    await page.getByRole('option', { name: 'Audit' }).first().waitFor();
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.keyboard.press('Escape');
    await field().waitFor({ state: 'detached' });
    equal(await issue.count(), 1);
    await page.keyboard.press('ControlOrMeta+Enter');
    await issue.waitFor({ state: 'detached' });
  });

  it('copies the request of a command', async () => {
    await open();
    await page.keyboard.type('express-pay');
    await page.keyboard.press('Enter');
    await option(production).waitFor();
    await page.keyboard.press('3');
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByText('Copied.').waitFor();
    match(
      await evaluate<string>(page, 'navigator.clipboard.readText()'),
      /^curl -X POST -H "Authorization: \$TOKEN" 'http:.*\/features\/express-pay\/environments\/production\/off'$/,
    );
  });

  it('shows the permission that a disabled command needs, like every other control of a viewer', async () => {
    const { admin } = opened.product;
    const viewer = { username: 'vera', password: 'a lever, a bell, a lamp', rootRole: 3, sendEmail: false };
    equal((await admin.post('/api/admin/user-admin', viewer)).status, 201);
    const hers = await opened.logInAs(viewer);
    await hers.getByRole('button', { name: 'Search or run a command' }).click();
    await hers.getByRole('dialog').getByRole('combobox').waitFor();
    await hers.keyboard.type('express-pay');
    await hers.keyboard.press('Enter');
    const refused = hers.getByRole('option', { name: production });
    match(await refused.innerText(), /Turn features on and off/);
    equal(await refused.getAttribute('aria-disabled'), 'true');
    await hers.keyboard.press('3');
    await hers.keyboard.press('Enter');
    await hers.getByRole('alert').filter({ hasText: 'Turn features on and off' }).waitFor();
    equal(await isOn('express-pay', 'production'), true);
    await hers.keyboard.press('Escape');
    const forbidden: string[] = [];
    hers.on('response', (response) => response.status() === 403 && forbidden.push(response.url()));
    await hers.goto('/projects/default');
    await hers.getByRole('switch', { name: 'express-pay in production' }).waitFor({ state: 'attached' });
    equal(await hers.getByRole('button', { name: /New feature/ }).getAttribute('aria-disabled'), 'true');
    await hers.keyboard.press('n');
    await hers.getByRole('alert').filter({ hasText: 'Create features' }).waitFor();
    await hers.keyboard.press('1');
    await hers.getByRole('alert').filter({ hasText: 'Turn features on and off' }).waitFor();
    for (const path of ['/projects/default/features/express-pay', '/projects/default/features/express-pay/history', '/audit']) {
      await hers.goto(path);
      const undo = hers.getByRole('button', { name: /^Undo: / }).first();
      await undo.waitFor();
      equal(await undo.getAttribute('aria-disabled'), 'true', path);
    }
    await hers.goto('/settings/users');
    await hers.getByRole('heading', { level: 1, name: 'You can’t open this page' }).waitFor();
    deepEqual(forbidden, []);
    isWell(hers);
    await hers.context().close();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1360, 360]) {
      it(`is accessible in ${colorScheme} at ${width} pixels, opened by button too`, async () => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        await page.getByRole('button', { name: 'Search or run a command' }).click();
        await page.keyboard.type('pay');
        await option(/express-pay/).waitFor();
        deepEqual(await violationsOf(page), []);
        ok((await contentWidth(page)) <= width);
        await page.keyboard.press('Enter');
        await option(production).waitFor();
        deepEqual(await violationsOf(page), []);
      });
    }
  }
});
