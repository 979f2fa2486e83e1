import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import type { Page } from 'playwright-core';
import { type ConsoleInBrowser, contentWidth, creating, isWell, openConsole, violationsOf } from './console.fixture.ts';

const base = '/api/admin/projects/default';
const hostile = '<img src=x onerror=alert(1)>';
const rollout = (share: string) => ({ rollout: share, stickiness: 'userId', groupId: 'express-pay' });

describe('the feature page', () => {
  let opened: ConsoleInBrowser;
  let page: Page;

  before(async function () {
    opened = await openConsole(this);
    const created = creating(opened.product);
    for (const name of ['express-pay', 'card-vault', 'hostile'])
      await created(`${base}/features`, { name, type: 'release', description: `${hostile} ${name}` });
    await created('/api/admin/context', { name: 'country', legalValues: [{ value: 'SE' }, { value: 'NO' }] });
    const strategies = (name: string) => `${base}/features/${name}/environments/production/strategies`;
    await created(strategies('express-pay'), { name: 'flexibleRollout', title: 'Pilot', parameters: rollout('25') });
    const odd = { contextName: 'userId', operator: 'STR_CONTAINS', values: [hostile] };
    await created(strategies('hostile'), { name: 'flexibleRollout', title: hostile, parameters: rollout('100'), constraints: [odd] });
    for (const name of ['express-pay', 'hostile']) await created(`${base}/features/${name}/environments/production/on`);
    await created(`${base}/personas`, { name: `Anna ${hostile}`, context: { appName: 'shop', userId: '7' } });
    page = await opened.logIn();
  });
  after(() => opened?.close());
  afterEach(() => isWell(page));

  const visit = (name = 'express-pay', rest = '?in=production', on = page) => on.goto(`/projects/default/features/${name}${rest}`);
  const shareNow = async () => {
    const { body } = await opened.product.admin.get(`${base}/features/express-pay/environments/production/strategies`);
    return body[0].parameters.rollout as string;
  };
  const isNarrow = async (width: number) => {
    ok((await contentWidth(page)) <= width);
  };
  const setShare = async (share: string) => {
    const path = `${base}/features/express-pay/environments/production/strategies`;
    const { body } = await opened.product.admin.get(path);
    const { id, sortOrder: _sortOrder, ...content } = body[0];
    equal((await opened.product.admin.put(`${path}/${id}`, { ...content, parameters: rollout(share) })).status, 200);
  };

  it('shows reach by environment, strategies as sentences, and test users', async () => {
    await visit();
    await page.getByRole('heading', { level: 1, name: 'express-pay' }).waitFor();
    await page.getByText('25%', { exact: true }).first().waitFor();
    await page.getByRole('switch', { name: 'express-pay in production' }).waitFor();
    await page.getByText('bucket', { exact: false }).or(page.getByText('matches Pilot')).first().waitFor();
  });

  it('raises a rollout from 25% to 50% in three clicks from the list, and undoes it with one key', async () => {
    await page.goto('/projects/default');
    await page.getByRole('link', { name: 'express-pay' }).click();
    await page.getByRole('button', { name: 'Edit Pilot' }).click();
    await page.getByLabel('Rollout percentage').fill('50');
    await page.getByText('rollout 25% → 50%').waitFor();
    await page.getByRole('button', { name: 'Save strategy' }).click();
    await page.getByText('Saved Pilot in production.').waitFor();
    await page.locator('button:focus').filter({ hasText: 'Edit' }).waitFor();
    equal(await shareNow(), '50');
    await page.keyboard.press('z');
    await page.getByText('Change undone.').waitFor();
    equal(await shareNow(), '25');
  });

  it('previews the effect of a draft on test users', async () => {
    await visit();
    await page.getByRole('button', { name: 'Edit Pilot' }).click();
    await page.getByLabel('Rollout percentage').fill('0');
    await page.getByText('Amber: your draft would change the result.').waitFor();
    await page.getByLabel('Rollout percentage').fill('100');
    await page.getByText('No test user gets another result with your draft.').waitFor();
    await page.getByRole('row', { name: /Anna/ }).getByText('matches Pilot').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    equal(await shareNow(), '25');
  });

  it('edits every part of a strategy in place, and splits pasted values', async () => {
    await visit('card-vault');
    await page
      .getByRole('button', { name: /^Add strategy/ })
      .first()
      .waitFor();
    await page.keyboard.press('s');
    await page.getByLabel('Title').fill('Nordic');
    await page.getByRole('button', { name: 'Add condition', exact: true }).click();
    await page.getByLabel('Field').selectOption('country');
    await page.getByLabel('Values').fill('SE,');
    await page.getByLabel('Values').fill('DK');
    await page.keyboard.press('Enter');
    await page.getByText('1 value is not allowed for this field.').waitFor();
    await page.getByRole('button', { name: 'Remove DK' }).click();
    await page.getByRole('button', { name: 'Add variant', exact: true }).click();
    await page.getByRole('button', { name: 'Add variant', exact: true }).click();
    deepEqual(await violationsOf(page), []);
    await page.keyboard.press('Control+Enter');
    await page.getByText('Added Nordic to production.').waitFor();
    const { body } = await opened.product.admin.get(`${base}/features/card-vault/environments/production/strategies`);
    deepEqual(
      body[0].constraints.map(({ contextName, operator, values }: Record<string, unknown>) => ({ contextName, operator, values })),
      [{ contextName: 'country', operator: 'IN', values: ['SE'] }],
    );
    deepEqual(
      body[0].variants.map(({ weight }: { weight: number }) => weight),
      [500, 500],
    );
  });

  it('never overwrites a concurrent change, and names its author', async () => {
    await visit();
    await page.getByRole('button', { name: 'Edit Pilot' }).click();
    await page.getByLabel('Rollout percentage').fill('60');
    const other = await opened.logIn();
    await visit('express-pay', '?in=production', other);
    await other.getByRole('button', { name: 'Edit Pilot' }).click();
    await other.getByLabel('Rollout percentage').fill('40');
    await other.getByRole('button', { name: 'Save strategy' }).click();
    await other.getByText('Saved Pilot in production.').waitFor();
    await page.getByText(/admin changed this strategy while you were editing/).waitFor();
    await page.getByRole('form', { name: 'Edit Pilot' }).getByText('rollout 25% → 40%').waitFor();
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('definition').filter({ hasText: 'rollout 25% → 60%' }).waitFor();
    equal(await shareNow(), '40');
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('button', { name: 'Save strategy' }).click();
    await page.getByText('Saved Pilot in production.').waitFor();
    equal(await shareNow(), '60');
    await setShare('25');
    await other.context().close();
  });

  it('saves without a conflict if only another part of the feature has changed', async () => {
    await visit();
    await page.getByRole('button', { name: 'Edit Pilot' }).click();
    await page.getByLabel('Rollout percentage').fill('30');
    equal((await opened.product.admin.put(`${base}/features/express-pay`, { description: 'changed meanwhile' })).status, 200);
    await page.getByRole('button', { name: 'Save strategy' }).click();
    await page.getByText('Saved Pilot in production.').waitFor();
    equal(await shareNow(), '30');
    await setShare('25');
  });

  it('shows names and values as text', async () => {
    await visit('hostile');
    await page.getByRole('heading', { level: 3, name: hostile }).waitFor();
    await page.getByText(`${hostile} hostile`).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'contains' }).getByText(hostile, { exact: true }).nth(1).waitFor();
    await page.getByRole('row', { name: new RegExp('Anna') }).waitFor();
  });

  it('creates a feature and turns it on in development in three clicks', async () => {
    await page.goto('/projects/default');
    await page.getByRole('button', { name: /New feature/ }).click();
    await page.getByLabel('Name', { exact: true }).fill('gift-cards');
    await page.getByRole('button', { name: 'Create feature' }).click();
    await page.getByRole('switch', { name: 'gift-cards in development' }).click();
    await page.getByText('gift-cards is on in development.').waitFor();
  });

  it('shows the name that a feature gets if the typed one is not possible', async () => {
    await page.goto('/projects/default');
    await page.getByRole('button', { name: /New feature/ }).click();
    await page.getByLabel('Name', { exact: true }).fill('My First Feature!');
    await page.getByText('It will be my-first-feature.').waitFor();
    await page.getByRole('button', { name: 'Create feature' }).click();
    await page.waitForURL('**/features/my-first-feature**');
  });

  it('shows the example of the naming pattern, and no regular expression', async () => {
    const { admin } = opened.product;
    equal((await admin.post('/api/admin/projects', { id: 'named', name: 'Named' })).status, 201);
    const featureNaming = { pattern: 'shop-.*', example: 'shop-checkout', description: null };
    equal((await admin.put('/api/admin/projects/named/settings', { featureNaming })).status, 200);
    await page.goto('/projects/named');
    await page
      .getByRole('button', { name: /New feature/ })
      .first()
      .click();
    await page.getByText('Names in this project look like shop-checkout.').waitFor();
    await page.goto('/settings/environments');
    await page.getByRole('button', { name: 'New environment' }).click();
    await page.getByLabel('Name', { exact: true }).fill('my environment');
    await page.getByRole('dialog').getByRole('button', { name: 'New environment' }).click();
    await page.getByText('has characters that are not allowed').waitFor();
    equal(await page.getByText('must match the pattern').count(), 0);
  });

  it('shows and changes the code default of a feature', async () => {
    const feature = '/api/admin/projects/default/features/gift-limit';
    const codeDefault = async () => (await opened.product.admin.get(feature)).body.codeDefault;
    equal((await opened.product.admin.post('/api/admin/projects/default/features', { name: 'gift-limit', codeDefault: 12 })).status, 201);
    await visit('gift-limit', '/settings');
    equal(await page.getByLabel('Code default').inputValue(), '12');
    await page.getByLabel('Code default').fill('{"limit": 3}');
    await page.getByRole('button', { name: 'Save details' }).click();
    await page.getByText('Feature saved.').waitFor();
    deepEqual(await codeDefault(), { limit: 3 });
  });

  it('shows the history, and undoes a change after a preview', async () => {
    await setShare('35');
    await eventually(async () => {
      const { body } = await opened.product.admin.get('/api/admin/events/express-pay');
      return body.events[0].data?.parameters?.rollout === '35';
    });
    await visit('express-pay', '/history');
    await page.getByText('rollout 25% → 35%').first().waitFor();
    await page
      .getByRole('button', { name: /^Undo: changed the strategy Pilot/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('del', { hasText: '35%' }).waitFor();
    await dialog.locator('ins', { hasText: '25%' }).waitFor();
    await dialog.getByRole('button', { name: 'Undo change' }).click();
    await page.getByText('Undone. express-pay, Pilot: rollout 35% → 25%.').waitFor();
    equal(await shareNow(), '25');
    deepEqual(await violationsOf(page), []);
  });

  it('shows evaluations in a chart with figures by arrow keys and a table, also on a phone', async () => {
    const { as, tokens, admin } = opened.product;
    const now = new Date().toISOString();
    const bucket = { start: now, stop: now, toggles: { 'express-pay': { yes: 30, no: 10, variants: {} } } };
    const body = { appName: 'shop', instanceId: 'one', environment: 'development', bucket };
    equal((await as({ authorization: tokens.client }).post('/api/client/metrics', body)).status, 202);
    await eventually(async () => equal((await admin.get('/api/admin/client-metrics/features/express-pay/raw')).body.data.length, 1));
    await visit('express-pay', '/usage?in=development');
    const chart = page.getByRole('slider', { name: 'Evaluations in development, past 24 hours' });
    await chart.focus();
    await page.keyboard.press('End');
    match((await chart.getAttribute('aria-valuetext')) ?? '', /so far, On 30 \(75%\), Off 10 \(25%\)/);
    await page.getByText('On 30 (75%)').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.getByText('On 0', { exact: true }).waitFor();
    await page.getByText('Show as table').click();
    await page.getByRole('row', { name: /so far 30 10/ }).waitFor();
    await page.getByRole('link', { name: 'Application', exact: true }).click();
    await page.getByRole('link', { name: '7 d' }).click();
    await page.waitForURL('**/usage?in=development&by=application&range=7d');
    await page.getByText('shop 40').waitFor();
    await page.getByRole('table', { name: 'Evaluations by application' }).getByRole('row', { name: 'shop 30 10' }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    deepEqual(await violationsOf(page), []);
    await isNarrow(390);
    await visit('express-pay', '?in=development');
    await page.getByRole('slider').waitFor();
    await page.getByRole('heading', { name: 'Latest changes' }).waitFor();
    await isNarrow(390);
    await page.setViewportSize({ width: 1360, height: 800 });
  });

  it('shows a range of a chart after a drag or by keys, and all of it again', async () => {
    await visit('express-pay', '/usage?in=development&range=7d');
    const chart = page.getByRole('slider', { name: 'Evaluations in development, past 7 days' });
    const bars = chart.locator('rect[height]');
    await chart.locator('text').first().waitFor({ state: 'attached' });
    const box = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0 };
    const at = (part: number) => page.mouse.move(box.x + box.width * part, box.y + 60);
    await at(0.5);
    await page.mouse.down();
    await at(0.7);
    await page.mouse.up();
    await page.getByRole('button', { name: 'Show all' }).waitFor();
    const shown = Number(await chart.getAttribute('aria-valuemax')) + 1;
    ok(shown === 2 || shown === 3, `${shown} days`);
    ok((await bars.count()) >= shown);
    await page.getByRole('button', { name: 'Show all' }).click();
    equal(await chart.getAttribute('aria-valuemax'), '7');
    for (const key of ['End', 'Shift+ArrowLeft', 'Shift+ArrowLeft', 'Enter']) await page.keyboard.press(key);
    equal(await chart.getAttribute('aria-valuemax'), '2');
    await page.keyboard.press('Escape');
    equal(await chart.getAttribute('aria-valuemax'), '7');
    equal(await page.evaluate('document.activeElement?.getAttribute("role")'), 'slider');
  });

  it('keeps the sum of variant weights while one is edited', async () => {
    await visit('card-vault', '/variants?in=development');
    await page.getByRole('button', { name: 'Add a variant' }).click();
    await page.getByRole('button', { name: 'Add variant', exact: true }).click();
    await page
      .getByLabel(/^Weight of/)
      .first()
      .fill('90');
    await page
      .getByLabel(/^Weight of/)
      .first()
      .blur();
    await page.getByRole('img', { name: 'Weights: variant-1 90%, variant-2 10%' }).waitFor();
    deepEqual(await violationsOf(page), []);
    await page.getByRole('button', { name: 'Save variants' }).click();
    await page.getByText('Saved the variants in development.').waitFor();
  });

  it('announces that a protected environment requires a change request, adds to it, and shows it until it is applied', async () => {
    const { admin } = opened.product;
    const config = `${base}/environments/production/change-requests/config`;
    equal((await admin.put(config, { changeRequestsEnabled: true, requiredApprovals: 1, selfApproval: true })).status, 200);
    await visit();
    await page.getByText('Protected: your changes go to your draft.').first().waitFor();
    await page.getByRole('button', { name: 'Edit Pilot' }).click();
    await page.getByLabel('Rollout percentage').fill('80');
    await page.getByRole('button', { name: 'Add to your draft' }).click();
    await page.getByText('Added to your draft.').waitFor();
    equal(await shareNow(), '25');
    const pending = page.getByRole('link', { name: /^#\d+ · rollout 25% → 80%$/ });
    await pending.nth(1).waitFor();
    deepEqual(await violationsOf(page), []);
    await page.getByRole('link', { name: 'Review' }).click();
    await page.waitForURL(/change-requests\/\d+$/);
    const request = `${base}/change-requests/${/\d+$/.exec(page.url())?.[0]}/state`;
    const scheduledAt = new Date(Date.now() + 86_400_000).toISOString();
    for (const data of [{ state: 'In review' }, { state: 'Approved' }, { state: 'Scheduled', scheduledAt }]) {
      const answer = await page.request.put(request, { data });
      equal(answer.status(), 200, await answer.text());
    }
    await visit();
    const scheduled = page.getByRole('link', { name: /^#\d+ · rollout 25% → 80% · \w+ \d+, \d\d:\d\d$/ });
    await scheduled.nth(1).waitFor();
    await page.getByText(/^Takes effect on /).waitFor();
    await page.goto('/projects/default');
    await page.getByText(/^changes \w+ \d+, \d\d:\d\d$/).waitFor();
    equal((await page.request.put(request, { data: { state: 'Rejected' } })).status(), 200);
    equal((await admin.put(config, { changeRequestsEnabled: false })).status, 200);
  });

  it('offers similar names for an unknown feature', async () => {
    await visit('express-payment', '');
    await page.getByRole('link', { name: 'express-pay' }).click();
    await page.getByRole('heading', { level: 1, name: 'express-pay' }).waitFor();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1360, 800, 360]) {
      it(`is accessible in ${colorScheme} at ${width} pixels, read and edited, and scrolls in one direction`, async () => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        await visit();
        await page.getByRole('row', { name: /Anna/ }).waitFor();
        deepEqual(await violationsOf(page), []);
        await isNarrow(width);
        await page.getByRole('button', { name: 'Edit Pilot' }).click();
        await page.getByLabel('Rollout percentage').waitFor();
        deepEqual(await violationsOf(page), []);
        await isNarrow(width);
      });
    }
  }
});
