import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { eventually } from '@signalbox/testing';
import type { Page } from 'playwright-core';
import {
  type ConsoleInBrowser,
  contentWidth,
  creating,
  isWell,
  openConsole,
  violationsOf,
  whenShown,
  widestOf,
} from './console.fixture.ts';

const base = '/api/admin/projects/default';
const csv = 'name,id\n"Ann, jr",ann\nBob,bob\nDan,dan\nEve,eve\nDan,dan\n';
const servers = /Only servers evaluate .*Applications that evaluate locally do not receive: listed in development \(worker\)/;

describe('lists of ids in the console', () => {
  let opened: ConsoleInBrowser;
  let page: Page;
  let segment = 0;

  before(async function () {
    opened = await openConsole(this, { INLINE_LIST_IDS: '3' });
    const { product } = opened;
    const created = creating(product);
    const constraints = [{ contextName: 'userId', operator: 'IN', values: ['bob', 'cid'] }];
    segment = (await created('/api/admin/segments', { name: 'beta', constraints })).id;
    await created(`${base}/features`, { name: 'listed' });
    for (const environment of ['development', 'production'])
      await created(`${base}/features/listed/environments/${environment}/strategies`, { name: 'default', segments: [segment] });
    await worker();
    await eventually(async () => {
      const { body } = await product.admin.get(`/api/admin/segments/${segment}/list-preview?contextName=userId&hash=${await hashOf('x')}`);
      deepEqual(body.applications, [{ appName: 'worker', environment: 'development', feature: 'listed' }]);
    });
    page = await opened.logIn();
  });
  after(() => opened?.close());
  afterEach(() => isWell(page));

  /** An application that evaluates the feature locally. */
  async function worker() {
    const { product } = opened;
    const sdk = product.as({ authorization: product.tokens.client });
    const started = new Date().toISOString();
    const common = { appName: 'worker', instanceId: 'one', started };
    equal((await sdk.post('/api/client/register', { ...common, strategies: ['default'], interval: 10_000 })).status, 202);
    const bucket = { start: started, stop: started, toggles: { listed: { yes: 1, no: 0 } } };
    equal((await sdk.post('/api/client/metrics', { ...common, bucket })).status, 202);
  }

  const hashOf = async (...ids: string[]): Promise<string> => {
    const options = { raw: ids.join('\n'), headers: { 'content-type': 'text/plain' } };
    return (await opened.product.admin.post('/api/admin/segment-lists', undefined, options)).body.hash;
  };
  const read = async () => (await opened.product.admin.get(`/api/admin/segments/${segment}`)).body;
  const open = () => page.goto(`/projects/default/segments/${segment}`);
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const choose = (name: string, mimeType: string, text: string) =>
    page.getByLabel(/^(File|Replace by file)$/).setInputFiles({ name, mimeType, buffer: Buffer.from(text) });

  it('come from a column of a file, are previewed, and need a reason if applications would lose a feature', async () => {
    await open();
    await button('Edit segment').click();
    await page.getByLabel('Operator').selectOption({ label: 'is in the list' });
    await choose('customers.csv', 'application/vnd.ms-excel', csv);
    await page.getByLabel('Column').selectOption('id');
    await button('Upload').click();
    await page.getByText('4 ids: 3 added, 1 removed. Used by 1 feature.').waitFor();
    await page.getByText('The file repeats 1 id.').waitFor();
    await page.getByText(servers).waitFor();
    equal((await read()).constraints[0].operator, 'IN');
    deepEqual(await violationsOf(page), []);
    await button('Save segment').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('worker (listed in development)', { exact: false }).waitFor();
    await dialog.getByLabel('Reason').fill('The worker is old');
    await dialog.getByRole('button', { name: 'Change anyway' }).click();
    await page.getByText('Saved beta.').waitFor();
    equal((await read()).constraints[0].value, await hashOf('ann', 'bob', 'dan', 'eve'));
  });

  it('of a new segment, and of a strategy, say that they are for servers only', async () => {
    await page.goto('/projects/default/segments/new');
    await page.getByLabel('Name').fill('long');
    await button('Add condition').click();
    await page.getByLabel('Operator').selectOption({ label: 'is in the list' });
    await choose('ids.txt', 'text/plain', 'ann\nbob\ncid\ndan');
    await button('Upload').click();
    await page.getByText('Only servers evaluate this segment: its list is too long for SDKs.').waitFor();
    await page.goto('/projects/default/features/listed?environment=production');
    await button(/^Add strategy/)
      .first()
      .click();
    await page.getByRole('option', { name: 'beta (servers only)' }).waitFor({ state: 'attached' });
  });

  it('are shown with their size and hash, with a download, and where they are for servers only', async () => {
    await open();
    const hash = await hashOf('ann', 'bob', 'dan', 'eve');
    const condition = page.getByRole('listitem').filter({ hasText: 'is in the list' });
    await condition.getByText(`4 ids ${hash.slice(0, 8)}`).waitFor();
    const downloading = page.waitForEvent('download');
    await condition.getByRole('link', { name: 'Download' }).click();
    equal(await readFile(await (await downloading).path(), 'utf8'), 'ann\nbob\ndan\neve\n');
    await page.getByText(servers).waitFor();
    await page.goto('/projects/default/segments');
    await page.getByRole('row').filter({ hasText: 'beta' }).getByText('servers only').waitFor();
    await page.goto('/projects/default/features/listed?in=development');
    await page.getByText(servers).waitFor();
    await page.goto('/projects/default/features/listed?in=production');
    await page.getByText('Only servers evaluate beta: its list is too long for SDKs. No running application', { exact: false }).waitFor();
  });

  it('are replaced by lines of text, and refused with the server’s message', async () => {
    await open();
    await button('Edit segment').click();
    await choose('ids.txt', 'text/plain', 'a\tb');
    await button('Upload').click();
    await page.getByText('must contain no control characters', { exact: false }).waitFor();
    await choose('ids.txt', 'text/plain', 'zoe\nann\n');
    await button('Upload').click();
    await page.getByText('2 ids: 1 added, 3 removed.', { exact: false }).waitFor();
    await button('Save segment').click();
    await page.getByText('Saved beta.').waitFor();
    equal((await read()).serverOnly, false);
  });

  it('are compared again where a change request is reviewed', async () => {
    const { admin } = opened.product;
    const config = `${base}/environments/development/change-requests/config`;
    equal((await admin.put(config, { changeRequestsEnabled: true, requiredApprovals: 1 })).status, 200);
    const value = await hashOf('ann', 'bob', 'cid', 'dan');
    const payload = { id: segment, name: 'beta', constraints: [{ contextName: 'userId', operator: 'IN_LIST', value }] };
    const change = { action: 'updateSegment', payload };
    const draft = await admin.post(`${base}/environments/development/change-requests`, [change]);
    ok(draft.status < 300, JSON.stringify(draft.body));
    const { id } = draft.body[0] ?? draft.body;
    await page.goto(`/projects/default/change-requests/${id}`);
    await page.getByText('4 ids: 3 added, 1 removed.', { exact: false }).waitFor();
    await page.getByText(servers).waitFor();
    deepEqual(await violationsOf(page), []);
  });

  for (const width of [1360, 320]) {
    it(`are edited at ${width} pixels without sideways scrolling`, async () => {
      await page.setViewportSize({ width, height: 800 });
      for (const path of [`/projects/default/segments/${segment}`, '/projects/default/features/listed?in=development']) {
        await page.goto(path);
        await whenShown(page);
        ok((await contentWidth(page)) <= width, await widestOf(page, width));
      }
      await open();
      await button('Edit segment').click();
      await choose('customers.csv', 'text/csv', csv);
      await page.getByLabel('Column').waitFor();
      await button('Upload').click();
      await page.getByRole('status').filter({ hasText: 'ids:' }).waitFor();
      deepEqual(await violationsOf(page), []);
      ok((await contentWidth(page)) <= width, await widestOf(page, width));
    });
  }
});
