import { deepEqual, equal, ok } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import type { Page } from 'playwright-core';
import { chooseAction, type ConsoleInBrowser, contentWidth, isWell, openConsole, violationsOf, whenShown } from './console.fixture.ts';

const base = '/api/admin/projects/default';
const hostile = '<img src=x onerror=alert(1)>';
const rollout = (share: string) => ({ rollout: share, stickiness: 'userId', groupId: 'g' });

describe('moving configuration', () => {
  let opened: ConsoleInBrowser;
  let page: Page;

  before(async function () {
    opened = await openConsole(this);
    const { id } = await done('/api/admin/segments', { name: 'beta', constraints: [] });
    for (const name of ['express-pay', 'card-vault', 'alike', 'emptied', 'leader', 'follower'])
      await done(`${base}/features`, { name, type: 'release', description: hostile });
    await done('/api/admin/features/express-pay/tags', { type: 'simple', value: 'payments' });
    await strategy('express-pay', 'development', { title: hostile, segments: [id], parameters: rollout('50') });
    await strategy('express-pay', 'production', { parameters: rollout('10') });
    await strategy('card-vault', 'development', { parameters: rollout('100') });
    await strategy('emptied', 'production', { parameters: rollout('30') });
    for (const name of ['express-pay', 'card-vault']) await done(`${base}/features/${name}/environments/development/on`, {});
    page = await opened.logIn();
  });
  after(() => opened?.close());
  afterEach(() => isWell(page));

  async function done(path: string, body: object) {
    const answer = await opened.product.admin.post(path, body);
    ok(answer.status < 300, `${path} ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
  const strategy = (name: string, environment: string, more: object) =>
    done(`${base}/features/${name}/environments/${environment}/strategies`, { name: 'flexibleRollout', ...more });
  const inProduction = async (name: string) => {
    const { body } = await opened.product.admin.get(`${base}/features/${name}`);
    const { enabled, strategies } = body.environments.find((one: { name: string }) => one.name === 'production');
    return {
      enabled,
      shares: strategies.map(({ parameters }: { parameters: { rollout: string } }) => parameters.rollout),
      tags: body.tags.length,
    };
  };
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const between = '/projects/default/promote?from=development&to=production';

  it('previews a promotion in old and new values, and selects nothing', async () => {
    await page.goto(between);
    await row('express-pay').getByText('on', { exact: true }).waitFor();
    equal(await row('express-pay').locator('del').getByText('10%', { exact: true }).count(), 1);
    equal(await row('express-pay').locator('ins').getByText('50%', { exact: true }).count(), 1);
    await row('express-pay').locator('ins').getByText('segment beta').waitFor();
    await row('emptied').getByText('Would lose all strategies').waitFor();
    equal(await row('alike').count(), 0);
    await page.getByRole('table', { name: 'New in production' }).getByRole('row').filter({ hasText: 'card-vault' }).waitFor();
    equal(
      await row('express-pay')
        .getByRole('cell')
        .nth(1)
        .innerText()
        .then((words) => words.replaceAll(/\s+/g, ' ')),
      'Off → beta',
    );
    await row('express-pay').getByText('0/h').waitFor();
    equal(await page.getByRole('checkbox', { name: /^Select /, checked: true }).count(), 0);
    await page.getByLabel('Select all 2 without warnings').check();
    equal(await page.getByLabel('Select express-pay').isChecked(), true);
    equal(await page.getByLabel('Select emptied').isChecked(), false);
    await page.getByLabel('Select without warnings: New in production').uncheck();
    equal(await page.getByRole('checkbox', { name: /^Select /, checked: true }).count(), 0);
    await page.getByLabel('Select emptied').check();
    await page.getByText('These lose all strategies, so they will be off: emptied.').waitFor();
    await page.getByLabel('Also turn features on or off as in development').uncheck();
    await row('express-pay').getByText('on', { exact: true }).waitFor({ state: 'detached' });
  });

  it('filters the changes by name and by selection', async () => {
    await page.goto(between);
    await row('express-pay').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('card');
    await row('express-pay').waitFor({ state: 'detached' });
    await row('card-vault').waitFor();
    await page.getByLabel('Only selected').check();
    await page.getByText('No change matches').waitFor();
    await page.getByLabel('Only selected').uncheck();
    await page.getByLabel('Select card-vault').check();
    await page.getByPlaceholder('Filter by name').fill('');
    await page.getByLabel('Only selected').check();
    await row('express-pay').waitFor({ state: 'detached' });
    await row('card-vault').waitFor();
  });

  it('promotes the selection by one plan, keeps metadata, and undoes it with one key', async () => {
    const sent: string[] = [];
    const note = (request: { method: () => string; url: () => string }) => {
      if (request.method() !== 'GET') sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
    };
    await page.goto(between);
    await row('express-pay').waitFor();
    equal(await button(/^Promote \d/).count(), 0);
    await page.getByLabel('Select all 2 without warnings').check();
    page.on('request', note);
    await button('Promote 2 features to production').click();
    await page.getByText('Promoted 2 features to production.').waitFor();
    page.off('request', note);
    equal(sent.filter((path) => path === 'POST /api/admin/projects/default/promotions').length, 1);
    deepEqual(
      sent.filter((path) => !path.startsWith('POST /api/admin/projects/default/promotions')),
      [],
    );
    deepEqual(await inProduction('express-pay'), { enabled: true, shares: ['50'], tags: 1 });
    await row('express-pay').waitFor({ state: 'detached' });
    await page.keyboard.press('z');
    await page.getByText('Change undone.').waitFor();
    deepEqual(await inProduction('express-pay'), { enabled: false, shares: ['10'], tags: 1 });
    deepEqual(await inProduction('card-vault'), { enabled: false, shares: [], tags: 0 });
  });

  it('promotes variants, including removed ones', async () => {
    const variants = (environment: string) => `${base}/features/express-pay/environments/${environment}/variants`;
    const { admin } = opened.product;
    equal((await admin.put(variants('production'), [{ name: 'blue', weight: 1000 }])).status, 200);
    await page.goto(between);
    await row('express-pay').locator('del').getByText('blue 100%').waitFor();
    await page.getByLabel('Select express-pay').check();
    await button('Promote 1 feature to production').click();
    await page.getByText('Promoted 1 feature to production.').waitFor();
    deepEqual((await admin.get(variants('production'))).body.variants, []);
    await page.keyboard.press('z');
    await page.getByText('Change undone.').waitFor();
    equal((await admin.get(variants('production'))).body.variants[0].name, 'blue');
    equal((await admin.put(variants('production'), [])).status, 200);
  });

  it('asks before it promotes parents as well', async () => {
    for (const name of ['leader', 'follower']) await strategy(name, 'development', { parameters: rollout('70') });
    await done(`${base}/features/follower/dependencies`, { feature: 'leader' });
    await page.goto(between);
    await page.getByLabel('Select follower').check();
    await button('Promote 1 feature to production').click();
    await page.getByText('The selected features depend on leader', { exact: false }).waitFor();
    await button('Promote 2 features to production').click();
    await page.getByText('Promoted 2 features to production.').waitFor();
    deepEqual([(await inProduction('leader')).shares, (await inProduction('follower')).shares], [['70'], ['70']]);
  });

  it('previews a single feature with its parents, from the page of the feature', async () => {
    await page.goto('/projects/default/features/express-pay');
    await page.getByRole('link', { name: 'Promote…' }).click();
    await row('express-pay').waitFor();
    equal(await row('card-vault').count(), 0);
    await page.getByLabel('To', { exact: true }).selectOption('development');
    await page.getByText('Only express-pay and the features that it depends on.').waitFor();
    await page.getByRole('link', { name: 'All features' }).click();
    await row('card-vault').waitFor();
  });

  it('promotes nothing that has changed since the preview', async () => {
    await page.goto(between);
    await page.getByLabel('Select card-vault').check();
    // The page keeps the preview that the user has seen.
    await page.route('**/promotions/differences', (route) =>
      route.request().postData()?.includes('"select"') ? route.continue() : undefined,
    );
    await strategy('card-vault', 'production', { parameters: rollout('1') });
    await button('Promote 1 feature to production').click();
    await page.getByText('someone changed these features in the meantime', { exact: false }).waitFor();
    await page.unroute('**/promotions/differences');
    deepEqual((await inProduction('card-vault')).shares, ['1']);
  });

  it('promotes by change request if the target is protected', async () => {
    const config = `${base}/environments/production/change-requests/config`;
    const { admin } = opened.product;
    equal((await admin.put(config, { changeRequestsEnabled: true, requiredApprovals: 1 })).status, 200);
    await page.goto(between);
    await page.getByText('Protected: your changes go to your draft.').waitFor();
    await row('card-vault').waitFor();
    await page.getByLabel('Select express-pay').check();
    await button('Add to your draft').click();
    await page.getByText('Added to your draft.').waitFor();
    await page.getByRole('link', { name: 'Open', exact: true }).click();
    await page.waitForURL(/change-requests\/\d+$/);
    deepEqual((await inProduction('express-pay')).shares, ['10']);
    const { body } = await page.request
      .get(`${base}/change-requests/${/\d+$/.exec(page.url())?.[0]}`)
      .then(async (answer) => ({ body: await answer.json() }));
    equal(body.state, 'Draft');
    deepEqual(
      body.features[0].changes.map(({ action }: { action: string }) => action),
      ['updateStrategy', 'updateEnabled'],
    );
    equal((await admin.put(config, { changeRequestsEnabled: false })).status, 200);
  });

  it('marks changes in the target since the last promotion, and overwrites them only if they are selected', async () => {
    const promotion = { from: { environment: 'development' }, to: { environment: 'production' }, select: { features: ['express-pay'] } };
    const { hash } = await done(`${base}/promotions/plan`, promotion);
    await done(`${base}/promotions`, { ...promotion, expect: { hash } });
    await strategy('express-pay', 'production', { parameters: rollout('5') });
    await page.goto(between);
    await row('express-pay').getByText('Changed in production since the last promotion').waitFor();
    await page.getByLabel('Select express-pay').check();
    await page.getByText('Overwrites later changes of express-pay.').waitFor();
    await button('Promote 1 feature to production').click();
    await page.getByText('Promoted 1 feature to production.').waitFor();
    deepEqual((await inProduction('express-pay')).shares, ['50']);
  });

  it('downloads an export', async () => {
    await page.goto('/projects/default/transfer');
    await page.getByLabel('Environment', { exact: true }).selectOption('development');
    const [download] = await Promise.all([page.waitForEvent('download'), button('Export to file').click()]);
    equal(download.suggestedFilename(), 'default-development.json');
    await page.getByText('Exported the features of development.').waitFor();
  });

  it('reports problems of an import in advance', async () => {
    await page.goto('/projects/default/transfer');
    await page.getByLabel('Or paste the content').fill('{');
    await page.getByText('Enter valid JSON.').waitFor();
    const bad = { features: [{ name: 'fresh' }], featureStrategies: [{ name: 'unheard-of', featureName: 'fresh' }] };
    await page.getByLabel('Or paste the content').fill(JSON.stringify(bad));
    await page.getByText('These strategy types do not exist.', { exact: false }).waitFor();
    equal(await button('Import 1 feature into development').getAttribute('aria-disabled'), 'true');
    deepEqual(await violationsOf(page), []);
  });

  it('shows what an import would change, and offers to create unknown segments', async () => {
    await done(`${base}/features`, { name: 'paid' });
    await strategy('paid', 'development', { parameters: rollout('100') });
    await done(`${base}/features/paid/environments/development/on`, {});
    await page.goto('/projects/default/transfer');
    const lost = { features: [{ name: 'paid' }], featureStrategies: [] };
    await page.getByLabel('Or paste the content').fill(JSON.stringify(lost));
    const group = page.getByRole('table', { name: 'Narrows or turns off' });
    await group.getByText('strategy removed', { exact: true }).waitFor();
    equal(await group.locator('del').getByText('for everyone').count(), 1);
    await group.getByText('Would lose all strategies').waitFor();
    equal(await group.getByRole('checkbox').count(), 0);
    deepEqual(await violationsOf(page), []);
    const unknown = { name: 'flexibleRollout', featureName: 'paid', segments: [7], parameters: rollout('20') };
    const narrowed = { ...lost, featureStrategies: [unknown], segments: [{ id: 7, name: 'newcomers' }] };
    await page.getByLabel('Or paste the content').fill(JSON.stringify(narrowed));
    const [form] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: 'Create segment newcomers' }).click()]);
    equal(await form.getByLabel('Name', { exact: true }).inputValue(), 'newcomers');
    await form.getByRole('button', { name: 'Create segment' }).click();
    await form.getByRole('heading', { name: 'newcomers', level: 1 }).waitFor();
    await form.close();
    await group.locator('ins').getByText('segment newcomers').waitFor();
    await page.getByRole('link', { name: 'Create segment newcomers' }).waitFor({ state: 'detached' });
  });

  it('imports a file', async () => {
    await page.goto('/projects/default/transfer');
    const data = { features: [{ name: 'fresh' }, { name: 'alike' }], featureStrategies: [] };
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(data)) });
    await page.getByText('These features exist and are overwritten.', { exact: false }).waitFor();
    await row('fresh').getByText('New feature').waitFor();
    await button('Import 2 features into development').click();
    await page.getByText('Imported 2 features into development.').waitFor();
    equal((await opened.product.admin.get(`${base}/features/fresh`)).status, 200);
  });

  it('creates, edits and deletes test users', async () => {
    await page.goto('/projects/default/personas');
    await button('Add test user').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(`Anna ${hostile}`);
    await dialog.getByLabel('Other fields').fill('country=SE');
    await dialog.getByRole('button', { name: 'Save test user' }).click();
    await row('Anna').getByText('SE').waitFor();
    await chooseAction(page, 'Anna', 'Edit');
    await dialog.getByLabel('User ID').fill('70');
    await dialog.getByRole('button', { name: 'Save test user' }).click();
    await row('Anna').getByText('70').waitFor();
    const { body } = await opened.product.admin.get(`${base}/personas`);
    deepEqual(body.personas[0].context, { appName: 'console', userId: '70', properties: { country: 'SE' } });
    await chooseAction(page, 'Anna', 'Delete');
    await dialog.getByRole('button', { name: 'Delete test user' }).click();
    await page.getByText('No test users yet').waitFor();
  });

  it('creates a project with a feature name pattern, and deletes it', async () => {
    await page.goto('/projects');
    await button('New project').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Web shop');
    await dialog.getByLabel('Feature name pattern').fill('shop-.+');
    await dialog.getByLabel('Example name').fill('shop-cart');
    await dialog.getByRole('button', { name: 'Create project' }).click();
    await page.getByRole('link', { name: /^Web shop/ }).waitFor();
    await eventually(async () => {
      const { body } = await opened.product.admin.get('/api/admin/projects/web-shop/overview');
      equal(body.featureNaming.pattern, 'shop-.+');
    });
    await page.goto('/projects/web-shop/settings');
    await button('Delete project: Web shop').click();
    await dialog.getByLabel(/^Type .* to confirm$/).fill('web-shop');
    await dialog.getByRole('button', { name: 'Delete project' }).click();
    await page.getByText('Deleted Web shop.').waitFor();
    await page.waitForURL('**/projects');
  });

  it('finds one of many projects in three keys, and lists favorites first', async () => {
    for (const number of [2, 10, 11]) await done('/api/admin/projects', { id: `team-${number}`, name: `Team ${number}` });
    await page.goto('/projects');
    const names = () => page.getByRole('table', { name: 'Projects' }).locator('tbody a').allInnerTexts();
    await page.getByRole('link', { name: 'Team 2' }).waitFor();
    deepEqual((await names()).slice(-3), ['Team 2', 'Team 10', 'Team 11']);
    await button('Add Team 11 to favorites').click();
    await button('Remove Team 11 from favorites').waitFor();
    equal((await names())[0], 'Team 11');
    for (const key of ['/', '1', '0']) await page.keyboard.press(key);
    await page.getByRole('link', { name: 'Team 2' }).waitFor({ state: 'detached' });
    deepEqual(await names(), ['Team 10']);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1360, 800, 360]) {
      it(`is accessible in ${colorScheme} at ${width} pixels, and scrolls in one direction`, async () => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        for (const path of ['/default/promote', '/default/transfer', '/default/personas', '/default/settings', '']) {
          await page.goto(`/projects${path}`);
          await whenShown(page);
          deepEqual(await violationsOf(page), [], path);
          ok((await contentWidth(page)) <= width, path);
        }
      });
    }
  }
});
