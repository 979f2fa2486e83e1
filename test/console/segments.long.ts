import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type ConsoleInBrowser, contentWidth, isWell, openConsole, violationsOf, whenShown } from './console.fixture.ts';

const base = '/api/admin/projects/default';
const hostile = '<img src=x onerror=alert(1)>';
const country = (...values: string[]) => ({ contextName: 'country', operator: 'IN', values });

describe('segments', () => {
  let opened: ConsoleInBrowser;
  let page: Page;
  let nordic = 0;

  before(async function () {
    opened = await openConsole(this);
    await created('/api/admin/context', { name: 'country', legalValues: [{ value: 'SE' }, { value: 'NO' }, { value: 'DE' }] });
    nordic = await segment('nordic', { description: hostile, constraints: [country('SE', 'NO')] });
    await segment('hostile', { project: 'default', constraints: [{ contextName: 'userId', operator: 'STR_CONTAINS', values: [hostile] }] });
    await created(`${base}/features`, { name: 'express-pay', type: 'release' });
    await created(`${base}/features/express-pay/environments/production/strategies`, { name: 'flexibleRollout', segments: [nordic] });
    await created(`${base}/personas`, { name: `Anna ${hostile}`, context: { appName: 'shop', properties: { country: 'SE' } } });
    await created(`${base}/personas`, { name: 'Bernd', context: { appName: 'shop', properties: { country: 'DE' } } });
    page = await opened.logIn();
  });
  after(() => opened?.close());
  afterEach(() => isWell(page));

  async function created(path: string, body: object) {
    const answer = await opened.product.admin.post(path, body);
    ok(answer.status < 300, `${path} ${answer.status}`);
    return answer.body;
  }
  const segment = async (name: string, more: object): Promise<number> => (await created('/api/admin/segments', { name, ...more })).id;
  const read = async (id: number) => (await opened.product.admin.get(`/api/admin/segments/${id}`)).body;
  const open = (id: number | 'new', on = page) => on.goto(`/projects/default/segments/${id}`);
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const line = (name: string) => page.getByRole('listitem').filter({ hasText: name });

  it('are listed with conditions, scope and uses', async () => {
    await page.goto('/projects/default/segments');
    const row = page.getByRole('row').filter({ hasText: 'nordic' });
    await row.getByText('country is one of SE, NO').waitFor();
    await row.getByText('all projects').waitFor();
    await row.getByText('1 feature').waitFor();
    await row.getByText(hostile).waitFor();
    await page.getByRole('searchbox').fill('hos');
    await row.waitFor({ state: 'detached' });
    await page.getByRole('searchbox').fill('nothing-like-it');
    await page.getByText('Nothing matches “nothing-like-it”').waitFor();
  });

  it('show their uses by environment, and their test users', async () => {
    await open(nordic);
    await page.getByRole('heading', { level: 1, name: 'nordic' }).waitFor();
    await page.getByRole('link', { name: 'express-pay' }).waitFor();
    await line('Anna').getByText('in this segment').waitFor();
    await line('Bernd').getByText('country DE is none of SE, NO').waitFor();
  });

  it('preview added and removed test users, save, and undo with one key', async () => {
    await open(nordic);
    await button('Edit segment').click();
    await page.getByLabel('Values').fill('DE,');
    await button('Remove SE').click();
    await line('Bernd').getByText('would be added').waitFor();
    await line('Anna').getByText('would be removed').waitFor();
    await page.getByText('added: country is one of NO, DE').waitFor();
    deepEqual(await violationsOf(page), []);
    await button('Save segment').click();
    await page.getByText('Saved nordic.').waitFor();
    deepEqual((await read(nordic)).constraints[0].values, ['NO', 'DE']);
    await page.keyboard.press('z');
    await page.getByText('Change undone.').waitFor();
    deepEqual((await read(nordic)).constraints[0].values, ['SE', 'NO']);
  });

  it('never overwrite a concurrent change', async () => {
    await open(nordic);
    await button('Edit segment').click();
    await page.getByLabel('Description').fill('Mine');
    const { constraints } = await read(nordic);
    equal((await opened.product.admin.put(`/api/admin/segments/${nordic}`, { name: 'northern', constraints })).status, 204);
    await button('Save segment').click();
    await page.getByText('Someone changed this segment while you were editing.').waitFor();
    await page.getByText('name nordic → northern').waitFor();
    equal((await read(nordic)).name, 'northern');
    await button('Keep mine').click();
    await button('Save segment').click();
    await page.getByText('Saved nordic.').waitFor();
    const { name, description } = await read(nordic);
    deepEqual([name, description], ['nordic', 'Mine']);
  });

  it('are created, with errors next to their field', async () => {
    await page.goto('/projects/default/segments');
    await button(/New segment/).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('nordic');
    await button('Condition').click();
    await page.getByLabel('Values').fill('SE,');
    await button('Create segment').click();
    await page.getByText('A segment named nordic already exists.').first().waitFor();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('swedes');
    await button('Create segment').click();
    await page.getByRole('heading', { level: 1, name: 'swedes' }).waitFor();
    await page.getByText('No strategy uses this segment.').waitFor();
  });

  it('are not deleted while in use, and list their uses', async () => {
    await open(nordic);
    await button('Delete segment').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete segment' }).click();
    await page.getByRole('dialog').getByText('is used by 1 strategy.', { exact: false }).waitFor();
    await page.keyboard.press('Escape');
    const id = await segment('short-lived', { constraints: [] });
    await open(id);
    await button('Delete segment').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete segment' }).click();
    await page.getByText('Deleted short-lived.').waitFor();
    equal((await opened.product.admin.get(`/api/admin/segments/${id}`)).status, 404);
  });

  it('go to a change request if their project requires it', async () => {
    const { admin } = opened.product;
    await created('/api/admin/projects', { id: 'bank', name: 'Bank' });
    const config = '/api/admin/projects/bank/environments/production/change-requests/config';
    equal((await admin.put(config, { changeRequestsEnabled: true, requiredApprovals: 1 })).status, 200);
    const id = await segment('vip', { project: 'bank', constraints: [country('SE')] });
    await page.goto(`/projects/bank/segments/${id}`);
    await page.getByText('go to your draft for production', { exact: false }).waitFor();
    await button('Edit segment').click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('vips');
    await button('Add to your draft').click();
    await page.getByText('Added to your draft.').waitFor();
    equal((await read(id)).name, 'vip');
  });

  it('report that the playground is unavailable, and keep working without it', async () => {
    const tried = '**/api/admin/playground/constraints';
    await page.route(tried, (route) => route.fulfill({ status: 503, json: { name: 'UnavailableError', message: 'playground is away' } }));
    await open(nordic);
    await page.getByRole('complementary').getByText('playground is away').waitFor();
    await page.getByRole('link', { name: 'express-pay' }).waitFor();
    await page.unroute(tried);
    await page.getByRole('complementary').getByRole('button', { name: 'Try again' }).click();
    await line('Bernd').waitFor();
  });

  it('show the missing permission of a disabled action', async () => {
    await page.route('**/api/admin/user', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), permissions: [] } });
    });
    await open(nordic);
    await page.locator('button[title^="You need the permission “Update segment”"]').waitFor();
    await page.locator('button[title^="You need the permission “Delete segment”"]').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('report an unknown segment', async () => {
    for (const id of ['999999', 'none']) {
      await page.goto(`/segments/${id}`);
      await page.getByRole('heading', { name: 'Segment not found' }).waitFor();
    }
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1360, 800, 360]) {
      it(`are accessible in ${colorScheme} at ${width} pixels, and scroll in one direction`, async () => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        for (const path of ['/segments', '/projects/default/segments', `/projects/default/segments/${nordic}`, '/segments/new']) {
          await page.goto(path);
          await whenShown(page);
          deepEqual(await violationsOf(page), [], path);
          ok((await contentWidth(page)) <= width, path);
        }
      });
    }
  }
});
