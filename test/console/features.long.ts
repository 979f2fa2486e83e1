import { deepEqual, equal, ok } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import type { Page } from 'playwright-core';
import { type ConsoleInBrowser, contentWidth, evaluate, isWell, openConsole, violationsOf } from './console.fixture.ts';

const project = '/api/admin/projects/default';
const hostile = '<img src=x onerror=alert(1)>';

describe('the list of many features', () => {
  let opened: ConsoleInBrowser;
  let page: Page;

  before(async function () {
    opened = await openConsole(this);
    const { admin } = opened.product;
    for (const name of ['qa', 'staging', 'canary']) {
      equal((await admin.post('/api/admin/environments', { name, type: 'test' })).status, 201);
      equal((await admin.post(`${project}/environments`, { environment: name })).status, 200);
    }
    for (const name of ['express-pay', 'card-vault', 'gift-cards'])
      equal((await admin.post(`${project}/features`, { name, description: hostile })).status, 201);
    equal((await admin.post('/api/admin/features/card-vault/tags', { type: 'simple', value: 'payments' })).status, 201);
    page = await opened.logIn();
  });
  after(() => opened?.close());
  beforeEach(async () => {
    await page.goto('/projects/default');
    await row('express-pay').waitFor();
  });
  afterEach(() => isWell(page));

  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  const isOn = async (name: string, environment: string) => {
    const { body } = await opened.product.admin.get(`${project}/features/${name}`);
    return body.environments.find((each: { name: string }) => each.name === environment).enabled as boolean;
  };

  it('moves the focus to the row that keys choose, and describes its reach', async () => {
    const focused = page.locator('tbody a:focus');
    await page.keyboard.press('/');
    await page.keyboard.type('ca');
    await page.keyboard.press('ArrowDown');
    await focused.filter({ hasText: 'card-vault' }).waitFor();
    equal((await focused.getAttribute('aria-description'))?.split(', ')[0], 'development: Off');
    await page.keyboard.press('j');
    await focused.filter({ hasText: 'gift-cards' }).waitFor();
  });

  it('selects several by keyboard, and turns them on at once', async () => {
    for (const key of ['x', 'j', 'x']) await page.keyboard.press(key);
    await page.getByText('2 selected').waitFor();
    await page.getByRole('button', { name: 'Turn on', exact: true }).click();
    await page.getByText(/Turned on 2 features in development/).waitFor();
    deepEqual([await isOn('card-vault', 'development'), await isOn('express-pay', 'development')], [true, true]);
    deepEqual(await violationsOf(page), []);
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await page.getByText('2 selected').waitFor({ state: 'detached' });
  });

  it('selects all features that match the filter, including those that are not loaded', async () => {
    const { admin } = opened.product;
    const count = 120;
    for (let index = 0; index < count; index += 1) equal((await admin.post(`${project}/features`, { name: `lot-${index}` })).status, 201);
    await page.goto('/projects/default?q=lot');
    await row('lot-0').first().waitFor();
    await page.keyboard.press('x');
    await page.getByRole('button', { name: `Select all ${count} that match` }).click();
    await page.getByText(`${count} selected`).waitFor();
    await page.getByRole('button', { name: 'Turn on', exact: true }).click();
    await page.getByText(`Turned on ${count} features in development.`).waitFor();
    equal(await isOn(`lot-${count - 1}`, 'development'), true);
    equal(await isOn('express-pay', 'qa'), false);
    equal((await admin.post(`${project}/archive`, { features: Array.from({ length: count }, (_, index) => `lot-${index}`) })).status, 202);
  });

  it('shows only names while the list moves too fast to be read, and all cells once it rests', async () => {
    const { admin } = opened.product;
    const names = Array.from({ length: 100 }, (_, index) => `row-${index}`);
    for (const name of names) equal((await admin.post(`${project}/features`, { name })).status, 201);
    await page.goto('/projects/default?q=row');
    await row('row-0').first().waitFor();
    const brief = '[...document.querySelectorAll("tbody tr[aria-rowindex]")].filter((each) => !each.querySelector("[role=switch]")).length';
    equal(await evaluate(page, brief), 0);
    const fast = `new Promise((done) => {
      let left = 6;
      const step = () => ((left -= 1) === 0 ? done(${brief}) : (scrollBy(0, 600), requestAnimationFrame(step)));
      step();
    })`;
    ok(Number(await evaluate(page, fast)) > 0);
    await eventually(async () => equal(await evaluate(page, brief), 0));
    equal((await admin.post(`${project}/archive`, { features: names })).status, 202);
  });

  it('lists the features of all projects, with links instead of switches', async () => {
    const { admin } = opened.product;
    equal((await admin.post('/api/admin/projects', { id: 'depot', name: 'Depot' })).status, 201);
    equal((await admin.post('/api/admin/projects/depot/features', { name: 'drone-delivery' })).status, 201);
    await page.goto('/features');
    await row('drone-delivery').getByRole('link', { name: 'Depot' }).waitFor();
    await row('express-pay').getByRole('link', { name: 'Default' }).waitFor();
    deepEqual([await page.getByRole('switch').count(), await page.getByRole('checkbox').count()], [0, 0]);
    deepEqual(await violationsOf(page), []);
    await page.keyboard.press('/');
    await page.keyboard.type('project:depot ');
    await row('express-pay').waitFor({ state: 'detached' });
    await page.waitForURL('**/features?q=project%3Adepot');
    await page.goto('/features?q=project%3Adepot');
    await row('drone-delivery').waitFor();
    for (const key of ['1', 'Enter']) await page.keyboard.press(key);
    await page.waitForURL('**/projects/depot/features/drone-delivery');
    const { body } = await admin.get('/api/admin/projects/depot/features/drone-delivery');
    equal(
      body.environments.some(({ enabled }: { enabled: boolean }) => enabled),
      false,
    );
  });

  it('opens a new feature outside of production, even if the environments arrive late', async () => {
    const released = Promise.withResolvers<void>();
    const environments = '**/api/admin/environments/project/default';
    await page.route(environments, async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.goto('/projects/default?create=yes');
    await page.getByLabel('Name', { exact: true }).fill('late-start');
    const created = page.waitForResponse((response) => response.request().method() === 'POST' && response.status() === 201);
    await page.getByRole('button', { name: 'Create feature' }).click();
    await created;
    released.resolve();
    await page.waitForURL('**/features/late-start?in=development');
    await page.unroute(environments);
  });

  it('sorts by the reach in an environment, which the address contains', async () => {
    equal((await opened.product.admin.post(`${project}/features/gift-cards/environments/qa/on`)).status, 200);
    const first = () => page.getByRole('row').nth(1).innerText();
    await page.getByRole('button', { name: 'qa' }).click();
    await page.waitForURL('**/projects/default?sort=reach%3Aqa');
    await eventually(async () => ok((await first()).includes('gift-cards')));
    await page.getByRole('button', { name: 'qa' }).click();
    await page.waitForURL('**/projects/default?sort=-reach%3Aqa');
    await eventually(async () => ok(!(await first()).includes('gift-cards')));
    equal(await page.getByRole('columnheader', { name: 'qa' }).getAttribute('aria-sort'), 'ascending');
  });

  it('completes a filter while the user types', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('ta');
    await page.getByRole('option', { name: 'tag:' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'tag:simple:payments' }).waitFor();
    deepEqual(await violationsOf(page), []);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText('1 feature', { exact: true }).waitFor();
    await row('card-vault').waitFor();
  });

  it('finds features by reach and by last change', async () => {
    const strategy = { name: 'flexibleRollout', parameters: { rollout: '30' } };
    const { admin } = opened.product;
    const at = `${project}/features/gift-cards/environments/canary`;
    for (const [path, body] of [
      ['strategies', strategy],
      ['on', {}],
    ] as const)
      equal((await admin.post(`${at}/${path}`, body)).status, 200);
    await page.keyboard.press('/');
    await page.keyboard.type('reach:canary');
    await page.getByRole('option', { name: 'reach:canary:some' }).click();
    await page.getByText('1 feature', { exact: true }).waitFor();
    await page.getByRole('switch', { name: 'gift-cards in development' }).click();
    await page.getByText('gift-cards is on in development.').waitFor();
    await page.getByLabel('Filter by name, description or tag').fill('changed:');
    await page.getByRole('option', { name: 'changed:before:90d' }).click();
    await page.getByText('Nothing matches', { exact: false }).waitFor();
    await page.goto('/projects/default?q=changed%3A1d+gift');
    await page.getByText('1 feature', { exact: true }).waitFor();
    await page.goto('/projects/default?q=changed%3Asoon');
    await page.getByText('changedAt', { exact: false }).waitFor();
    deepEqual(await violationsOf(page), []);
  });

  it('saves a filter as a view in all browsers of the user', async () => {
    await page.goto('/projects/default?q=gift');
    await row('gift-cards').waitFor();
    await page.getByText('Views', { exact: true }).click();
    await page.getByLabel('View name').fill(hostile);
    await page.getByRole('button', { name: 'Save view' }).click();
    const elsewhere = await opened.logIn();
    await elsewhere.goto('/projects/default');
    await elsewhere.getByText('Views', { exact: true }).click();
    await elsewhere.getByRole('link', { name: hostile }).click();
    await elsewhere.waitForURL('**/projects/default?q=gift');
    await elsewhere.getByText('1 feature', { exact: true }).waitFor();
    isWell(elsewhere);
    await elsewhere.context().close();
  });

  it('shows the selected environments, and remembers them', async () => {
    const heads = async () => (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).slice(1, 4);
    const before = await heads();
    await page.getByText('Environments', { exact: true }).click();
    await page.getByRole('checkbox', { name: String(before[0]), exact: true }).uncheck();
    await page.getByRole('checkbox', { name: 'canary', exact: true }).check();
    deepEqual(await violationsOf(page), []);
    await page.getByRole('columnheader', { name: 'canary' }).waitFor();
    await page.reload();
    await page.getByRole('columnheader', { name: 'canary' }).waitFor();
    ok(!(await heads()).includes(String(before[0])));
  });

  it('shows who changed each feature last', async () => {
    await row('express-pay').getByText('admin').waitFor();
  });

  it('creates a feature and turns it on in development by keyboard alone', async () => {
    await page.keyboard.press('n');
    await page.getByLabel('Name', { exact: true }).waitFor();
    await page.keyboard.type('by-keyboard');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/features/by-keyboard?in=development');
    await page.getByRole('switch', { name: 'by-keyboard in development' }).waitFor();
    await page.keyboard.press('1');
    await page.getByText('by-keyboard is on in development.').waitFor();
    equal(await isOn('by-keyboard', 'development'), true);
  });

  const saved = (work: () => Promise<void>) => Promise.all([page.waitForResponse((answer) => answer.request().method() === 'PUT'), work()]);

  it('ignores single keys if the user has turned them off', async () => {
    await page.goto('/profile');
    await saved(() => page.getByRole('checkbox', { name: /Single-key shortcuts/ }).uncheck());
    await page.goto('/projects/default');
    await row('express-pay').waitFor();
    await page.keyboard.press('n');
    await page.keyboard.press('?');
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog', { name: 'Search and commands' }).waitFor();
    equal(await page.getByRole('dialog').count(), 1);
    await page.keyboard.press('Escape');
    await page.goto('/profile');
    await saved(() => page.getByRole('checkbox', { name: /Single-key shortcuts/ }).check());
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1360, 800, 360]) {
      it(`is accessible in ${colorScheme} at ${width} pixels with a selection, and scrolls in one direction`, async () => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        await page.keyboard.press('x');
        await page.getByText('1 selected').waitFor();
        await page.getByText('Views', { exact: true }).click();
        deepEqual(await violationsOf(page), []);
        ok((await contentWidth(page)) <= width);
      });
    }
  }
});
