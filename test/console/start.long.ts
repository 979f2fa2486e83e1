import { deepEqual, equal, ok } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import type { Page } from 'playwright-core';
import { type ConsoleInBrowser, contentWidth, evaluate, isWell, openConsole, violationsOf, whenShown } from './console.fixture.ts';

const project = '/api/admin/projects/default';
const hostile = '<img src=x onerror=alert(1)>';

describe('the start page', () => {
  let opened: ConsoleInBrowser;
  let page: Page;

  before(async function () {
    opened = await openConsole(this);
    page = await opened.logIn({ viewport: { width: 360, height: 780 }, hasTouch: true });
  });
  after(() => opened?.close());
  beforeEach(() => page.goto('/'));
  afterEach(() => isWell(page));

  const panel = (title: string) => page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title }) });
  /** Opens the page again and scrolls to its end, where its last panels load. */
  const reloadToEnd = async () => {
    await page.reload();
    await panel('Recently changed').waitFor();
    await evaluate(page, 'scrollTo(0, document.body.scrollHeight)');
  };
  const create = async (name: string, type: string) =>
    equal((await opened.product.admin.post(`${project}/features`, { name, type, description: hostile })).status, 201);
  const isOn = async (name: string) => {
    const { body } = await opened.product.admin.get(`${project}/features/${name}`);
    return body.environments.find((each: { name: string }) => each.name === 'production').enabled as boolean;
  };

  it('has no empty panels', async () => {
    await panel('Projects').getByRole('link', { name: 'Default' }).waitFor();
    await whenShown(page);
    for (const title of ['Waiting for you', 'Favorites', 'Kill switches', 'Recently changed']) equal(await panel(title).count(), 0, title);
  });

  it('turns a kill switch off in two taps, and reports when clients receive it', async () => {
    await create('recommendations', 'kill-switch');
    await create('gift-cards', 'release');
    equal((await opened.product.admin.post(`${project}/features/recommendations/environments/production/on`)).status, 200);
    await page.reload();
    await panel('Kill switches').getByRole('button', { name: 'Turn off: recommendations in production' }).tap();
    await page.getByRole('button', { name: 'Turn off now' }).tap();
    await page.getByText('recommendations is off in production.').waitFor();
    await page.getByText(/^Served to clients at/).waitFor();
    equal(await isOn('recommendations'), false);
    equal(await page.getByText('gift-cards').count(), 0);
  });

  it('lists each kill switch once, even if it is a favorite', async () => {
    await create('read-only-mode', 'kill-switch');
    await page.goto('/projects/default/features/read-only-mode');
    await page.getByRole('main').getByText('More', { exact: true }).tap();
    await page.getByRole('button', { name: 'Add read-only-mode to favorites' }).tap();
    await page.getByRole('button', { name: /^Remove .* from favorites$/, includeHidden: true }).waitFor({ state: 'attached' });
    await page.goto('/');
    await panel('Favorites').getByRole('link', { name: 'read-only-mode' }).waitFor();
    await panel('Kill switches').getByRole('link', { name: 'recommendations' }).waitFor();
    equal(await page.getByRole('button', { name: /read-only-mode in production/ }).count(), 1);
  });

  it('shows its panels together, so that none moves while the page loads', async () => {
    const gate = Promise.withResolvers<void>();
    await page.route(/type=kill-switch/, async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.reload();
    const link = page.locator('section a[href="/projects/default"]');
    await link.waitFor({ state: 'attached' });
    equal(await link.isVisible(), false);
    gate.resolve();
    await panel('Kill switches').getByRole('link', { name: 'recommendations' }).waitFor();
    ok(await link.isVisible());
    await page.unroute(/type=kill-switch/);
  });

  it('lists recent changes, newest first, and updates live', async () => {
    const lines = panel('Recently changed').getByRole('listitem');
    await lines.filter({ hasText: 'turned off recommendations in production' }).waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    equal((await opened.product.admin.post(`${project}/features/gift-cards/environments/development/on`)).status, 200);
    await eventually(async () => ok((await lines.first().innerText()).includes('turned on gift-cards in development')));
    ok((await lines.count()) <= 8);
    await lines.first().getByRole('link', { name: 'gift-cards' }).tap();
    await page.waitForURL('**/projects/default/features/gift-cards');
  });

  it('undoes a recent change, and tells changes of several features in one line', async () => {
    const lines = panel('Recently changed').getByRole('listitem');
    await page.getByRole('button', { name: 'Undo: turned on the feature in development' }).first().tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo change' }).tap();
    await lines.first().getByText('turned off', { exact: false }).waitFor();
    const names = { features: ['gift-cards', 'read-only-mode'] };
    equal((await opened.product.admin.post(`${project}/bulk_features/environments/development/on`, names)).status, 200);
    await lines.first().getByText('turned on 2 features in development').waitFor();
  });

  it('shows five kill switches by name, and all on request', async () => {
    for (const letter of ['a', 'b', 'c', 'd', 'e']) await create(`stop-${letter}`, 'kill-switch');
    equal((await opened.product.admin.post(`${project}/features/stop-e/environments/production/on`)).status, 200);
    await page.reload();
    const names = panel('Kill switches').getByRole('link');
    await names.first().getByText('recommendations').waitFor();
    equal(await names.count(), 5);
    await page.getByRole('button', { name: 'Show all 6' }).tap();
    equal(await names.count(), 6);
  });

  it('approves exactly the shown content of a change request', async () => {
    const { admin, as } = opened.product;
    const olga = { username: 'olga', password: 'seven quiet lamps at dusk' };
    equal((await admin.post('/api/admin/user-admin', { ...olga, rootRole: 2, sendEmail: false })).status, 201);
    const protection = { changeRequestsEnabled: true, requiredApprovals: 1 };
    equal((await admin.put(`${project}/environments/development/change-requests/config`, protection)).status, 200);
    const { headers } = await as({}).post('/auth/simple/login', olga);
    const hers = as({ cookie: String(headers['set-cookie']).split(';')[0] ?? '' });
    const change = { feature: 'gift-cards', action: 'updateEnabled', payload: { enabled: false } };
    const { body } = await hers.post(`${project}/environments/development/change-requests`, change);
    const { status } = await hers.put(`${project}/change-requests/${body.id}/state`, { state: 'In review' });
    equal(status, 200);
    await page.reload();
    await page.getByRole('button', { name: 'Review: Turn off gift-cards in development' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Turn off gift-cards in development' });
    await dialog.locator('ins', { hasText: 'off' }).waitFor();
    await dialog.getByText('of contexts get gift-cards').waitFor();
    await dialog.getByRole('button', { name: 'Approve and apply' }).waitFor();
    deepEqual(await violationsOf(page), []);
    await dialog.getByRole('button', { name: 'Approve exactly this' }).tap();
    await page.getByText('Approved.').waitFor();
    equal((await admin.get(`${project}/change-requests/${body.id}`)).body.state, 'Approved');
    await dialog.getByRole('button', { name: 'Apply now' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('counts features, with links to those that it counts', async () => {
    const figure = (title: string) => page.getByRole('link', { name: new RegExp(`^\\d+ ${title}$`) });
    const { status } = await opened.product.admin.post(`${project}/stale`, { features: ['gift-cards'], stale: true });
    equal(status, 202);
    await page.getByRole('link', { name: '1 stale', exact: true }).tap();
    await page.waitForURL('**/features?*');
    await page.getByRole('link', { name: 'gift-cards', exact: true }).first().waitFor();
    await page.goto('/');
    await figure('on in production').waitFor();
    await page.getByText(/^\d+ to review$/).waitFor();
    await page.getByText('0 stopped by safeguards').waitFor();
  });

  it('lists milestones that start by time, with the name of the project', async () => {
    const { admin } = opened.product;
    const environment = `${project}/features/recommendations/environments/production`;
    const strategies = [{ name: 'default', parameters: {}, constraints: [], segments: [] }];
    const transitionCondition = { gates: [{ type: 'time', minutes: 60 }] };
    const milestones = [
      { name: 'Colleagues', strategies, transitionCondition },
      { name: 'Everyone', strategies },
    ];
    equal((await admin.post(`${environment}/on`)).status, 200);
    const { status, body: plan } = await admin.post(`${environment}/release-plans`, { name: 'Careful', milestones });
    ok(status < 300, JSON.stringify(plan));
    const started = await admin.post(`${environment}/release-plans/${plan.id}/milestones/${plan.milestones[0].id}/start`);
    equal(started.status, 200);
    await eventually(async () => ok((await admin.get('/api/admin/release-plans/upcoming')).body.milestones.length > 0));
    await page.reload();
    await panel('Recently changed').waitFor();
    await whenShown(page);
    equal(await panel('Coming up').count(), 0, 'loads only near the view');
    await evaluate(page, 'scrollTo(0, document.body.scrollHeight)');
    const line = panel('Coming up').getByRole('listitem');
    await line.filter({ hasText: /^recommendations\s*Everyone starts .+ · production · Default$/ }).waitFor();
  });

  it('shows steps after the first evaluation until they are dismissed, and unknown features', async () => {
    const { tokens, as } = opened.product;
    const sdk = as({ authorization: tokens.client });
    const bucket = { start: new Date().toISOString(), stop: new Date().toISOString(), toggles: { 'gift-crads': { yes: 0, no: 1 } } };
    await sdk.post('/api/client/register', { appName: 'shop', instanceId: '1', strategies: [], started: bucket.start, interval: 60 });
    equal((await sdk.post('/api/client/metrics', { appName: 'shop', instanceId: '1', bucket })).status, 202);
    await eventually(async () => ok((await opened.product.admin.get('/api/admin/metrics/unknown-flags')).body.unknownFlags.length > 0));
    await reloadToEnd();
    await panel('Unknown features').getByText('gift-crads').waitFor();
    const next = panel('Your first feature is in use. What next?');
    equal(await next.getByRole('link').count(), 4);
    await next.getByRole('button', { name: 'Dismiss' }).tap();
    await next.waitFor({ state: 'detached' });
    await reloadToEnd();
    await panel('Unknown features').waitFor();
    equal(await next.count(), 0);
  });

  it('lists features of the user that are not favorites', async () => {
    const { admin } = opened.product;
    const { id } = (await page.request.get('/api/admin/user').then((answer) => answer.json())).user;
    equal((await admin.put(`${project}/features/gift-cards/owner`, { userId: id })).status, 204);
    await reloadToEnd();
    await panel('Your features')
      .getByRole('button', { name: /gift-cards in production$/ })
      .waitFor();
  });

  it('has changes above projects on a phone', async () => {
    await panel('Recently changed').waitFor();
    const top = async (title: string) => (await panel(title).boundingBox())?.y ?? 0;
    ok((await top('Recently changed')) < (await top('Projects')));
  });

  it('has two columns in a wide window', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const left = async (title: string) => (await panel(title).boundingBox())?.x ?? 0;
    ok((await left('Kill switches')) > (await left('Recently changed')) + 500);
    equal(await left('Waiting for you'), await left('Recently changed'));
    await page.setViewportSize({ width: 360, height: 780 });
  });

  it('has room for the breadcrumbs, and one link to the settings', async () => {
    await page.goto('/projects/default/features/recommendations');
    const top = page.getByRole('banner');
    const crumbs = top.getByRole('listitem');
    await crumbs.last().getByText('recommendations').waitFor();
    const cut = '[...document.querySelectorAll("header ol a")].filter((each) => each.scrollWidth > each.clientWidth + 1).length';
    equal(await evaluate(page, cut), 0);
    ok(Number(await evaluate(page, 'document.querySelector("header ol b").clientWidth')) > 60);
    deepEqual(await Promise.all(['Settings', 'Profile'].map((name) => top.getByRole('link', { name }).count())), [0, 0]);
    await page.getByRole('button', { name: 'More' }).tap();
    await page.getByRole('dialog').getByRole('link', { name: 'Profile' }).waitFor();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1360, 360]) {
      it(`is accessible in ${colorScheme} at ${width} pixels, and scrolls in one direction`, async () => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        await panel('Recently changed').getByRole('listitem').first().waitFor();
        await whenShown(page);
        deepEqual(await violationsOf(page), []);
        ok((await contentWidth(page)) <= width);
      });
    }
  }
});
