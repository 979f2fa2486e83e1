import { deepEqual, equal, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { type ConsoleInBrowser, isWell, openConsole, violationsOf } from './console.fixture.ts';

const run = promisify(execFile);

const base = '/api/admin/projects/default';
const hostile = `it's "$(id)" <b>`;
const expiresAt = new Date(Date.now() + 30 * 86_400_000).toISOString();

describe('copying requests as curl', () => {
  let opened: ConsoleInBrowser;
  let page: Page;
  let token: string;

  before(async function () {
    opened = await openConsole(this);
    for (const name of ['express-pay', 'card-vault', 'old-pay']) await done(`${base}/features`, { name, description: hostile });
    const strategies = `${base}/features/express-pay/environments/development/strategies`;
    for (const title of ['first', hostile]) await done(strategies, { name: 'flexibleRollout', title });
    await done('/api/admin/segments', { name: 'beta', description: hostile, constraints: [] });
    page = await opened.logIn();
    const issued = await page.request.post('/api/admin/user/tokens', { data: { description: 'a shell', expiresAt } });
    token = (await issued.json()).secret;
    ok(token, `${issued.status()}`);
  });
  after(() => opened?.close());
  afterEach(() => isWell(page));

  async function done(path: string, body: object) {
    const answer = await opened.product.admin.post(path, body);
    ok(answer.status < 300, `${path} ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
  const feature = async (name = 'express-pay') => (await opened.product.admin.get(`${base}/features/${name}`)).body;
  const inDevelopment = async () =>
    (await feature()).environments.find((each: { name: string }) => each.name === 'development') as {
      readonly enabled: boolean;
      readonly strategies: readonly { readonly title: string; readonly disabled: boolean }[];
    };

  /** The menu of the feature, opened. */
  async function featureMenu(): Promise<Locator> {
    const menu = page.locator('main details').filter({ hasText: 'Archive feature' });
    await menu.locator('summary').click();
    return menu;
  }

  /** The command shown for an action, from the menu of the page or an opened one. */
  async function lineFor(action: string | RegExp, where?: Locator): Promise<string> {
    if (where === undefined) await page.locator('main summary[aria-label="More actions"]').click();
    await (where ?? page.locator('main')).getByRole('button', { name: 'Copy as curl' }).click();
    const line = await page.getByRole('dialog').getByRole('group', { name: action }).innerText();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    return line;
  }

  /** Runs a command in a shell with TOKEN set, and returns its output. */
  async function runLine(line: string): Promise<string> {
    equal(line.includes(token), false);
    return (await run('sh', ['-c', line], { env: { ...process.env, TOKEN: token } })).stdout;
  }

  it('switches a feature, marks it and reads it', async () => {
    await page.goto('/projects/default/features/express-pay');
    await page.getByRole('switch', { name: 'express-pay in development' }).waitFor();
    await (await featureMenu()).getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByRole('dialog').getByRole('group', { name: 'Turn on express-pay in development' }).waitFor();
    deepEqual(await violationsOf(page), []);
    await page.keyboard.press('Escape');
    await runLine(await lineFor('Turn on express-pay in development', await featureMenu()));
    equal((await inDevelopment()).enabled, true);
    await page.getByRole('switch', { name: 'express-pay in development', checked: true }).waitFor();
    await runLine(await lineFor('Turn off express-pay in development', await featureMenu()));
    equal((await inDevelopment()).enabled, false);
    await runLine(await lineFor('Mark express-pay as stale', await featureMenu()));
    equal((await feature()).stale, true);
    await runLine(await lineFor('Add express-pay to favorites', await featureMenu()));
    await page.reload();
    await page.getByRole('button', { name: /express-pay/, pressed: true }).waitFor();
    equal(JSON.parse(await runLine(await lineFor('Get express-pay', await featureMenu()))).description, hostile);
  });

  it('changes and removes a strategy with any text', async () => {
    await page.goto('/projects/default/features/express-pay?in=development');
    const strategy = page.getByRole('main').getByRole('listitem').filter({ hasText: hostile });
    await strategy.locator('summary').click();
    await runLine(await lineFor('Turn off', strategy));
    deepEqual(
      (await inDevelopment()).strategies.map(({ title, disabled }) => [title, disabled]),
      [
        ['first', false],
        [hostile, true],
      ],
    );
    await page.reload();
    await strategy.locator('summary').click();
    await runLine(await lineFor('Remove', strategy));
    deepEqual(
      (await inDevelopment()).strategies.map(({ title }) => title),
      ['first'],
    );
  });

  it('archives a feature, and several at once', async () => {
    await page.goto('/projects/default/features/old-pay');
    await runLine(await lineFor('Archive old-pay', await featureMenu()));
    const { body } = await opened.product.admin.get('/api/admin/search/features?archived=IS:true');
    deepEqual(
      body.features.map(({ name }: { name: string }) => name),
      ['old-pay'],
    );
    await page.goto('/projects/default?q=card');
    await page.getByRole('row').filter({ hasText: 'card-vault' }).waitFor();
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();
    await runLine(await lineFor('Mark stale'));
    equal((await feature('card-vault')).stale, true);
  });

  it('proposes a change in a protected environment, and moves its request on', async () => {
    const config = { changeRequestsEnabled: true, requiredApprovals: 1 };
    equal((await opened.product.admin.put(`${base}/environments/production/change-requests/config`, config)).status, 200);
    await page.goto('/projects/default/features/express-pay');
    await page.getByText('Protected: your changes go to your draft.').first().waitFor();
    const { id } = JSON.parse(await runLine(await lineFor('Propose to turn on express-pay in production', await featureMenu())));
    const state = async () => (await opened.product.admin.get(`${base}/change-requests/${id}`)).body.state;
    equal(await state(), 'Draft');
    await page.goto(`/projects/default/change-requests/${id}`);
    for (const [action, next] of [
      ['Send for review', 'In review'],
      ['Withdraw', 'Cancelled'],
    ] as const) {
      await page.reload();
      await runLine(await lineFor(action));
      equal(await state(), next);
    }
  });

  it('saves a segment only over the shown version, and deletes it', async () => {
    const { admin } = opened.product;
    await page.goto('/segments/1');
    const save = await lineFor('Save beta unchanged');
    equal((await admin.put('/api/admin/segments/1', { name: 'beta', description: 'By somebody else', constraints: [] })).status, 204);
    ok((await runLine(save)).includes('PreconditionFailed'));
    equal((await admin.get('/api/admin/segments/1')).body.description, 'By somebody else');
    await page.reload();
    await page.getByText('By somebody else').waitFor();
    const again = await lineFor('Save beta unchanged');
    await runLine(again.replace('By somebody else', 'By a shell'));
    equal((await admin.get('/api/admin/segments/1')).body.description, 'By a shell');
    await runLine(await lineFor('Delete beta'));
    equal((await admin.get('/api/admin/segments/1')).status, 404);
  });

  it('exports features and events', async () => {
    await page.goto('/projects/default/transfer');
    await page.getByLabel('Environment', { exact: true }).first().selectOption('development');
    const exported = JSON.parse(await runLine(await lineFor('Export to file')));
    deepEqual(exported.features.map(({ name }: { name: string }) => name).toSorted(), ['card-vault', 'express-pay']);
    await page.goto('/audit?q=type%3Afeature-archived');
    const lines = (await runLine(await lineFor(/NDJSON/i))).trim().split('\n');
    deepEqual(
      lines.flatMap((line) => JSON.parse(line).featureName ?? []),
      ['old-pay'],
    );
  });
});
