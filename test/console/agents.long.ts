import { deepEqual, equal } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import type { Page } from 'playwright-core';
import { connectAgent } from '../agents/agents.fixture.ts';
import { type ConsoleInBrowser, createPilot, creating, evaluate, isWell, openConsole, violationsOf, whenShown } from './console.fixture.ts';

describe('agents in the console', () => {
  let opened: ConsoleInBrowser;
  let page: Page;

  before(async function () {
    opened = await openConsole(this);
    page = await opened.logIn();
  });
  after(() => opened?.close());
  afterEach(() => isWell(page));

  const connect = (agent: string, mode: string) =>
    evaluate<{ status: number; body: { secret: string } }>(
      page,
      `fetch('/api/admin/user/agents', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: ${JSON.stringify(JSON.stringify({ agent, client: 'signalbox mcp', mode }))},
      }).then(async (response) => ({ status: response.status, body: await response.json() }))`,
    );
  const panel = () => page.getByRole('region', { name: 'Agents', exact: true });
  const modes = async () => (await opened.product.admin.get('/api/admin/projects/default/agents')).body.environments;

  it('are connected with commands to copy, and disconnected one by one or all at once', async () => {
    for (const [agent, mode] of [
      ['Code Pilot', 'propose'],
      ['Second', 'read'],
      ['Third', 'write'],
    ] as const)
      equal((await connect(agent, mode)).status, 201);
    await page.goto('/profile');
    const row = (agent: string) => panel().getByRole('row', { name: new RegExp(agent) });
    await row('Code Pilot').getByText('signalbox mcp').waitFor();
    await row('Code Pilot').getByText('Propose changes').waitFor();
    await whenShown(page);
    deepEqual(await violationsOf(page), []);
    await panel().getByRole('button', { name: 'Connect an agent' }).click();
    await page.getByText(`claude mcp add --transport http signalbox ${opened.product.url}/mcp`).waitFor();
    await page.getByText(`"url": "${opened.product.url}/mcp"`).first().waitFor();
    await page.keyboard.press('Escape');
    await row('Second')
      .getByRole('button', { name: /Disconnect/ })
      .click();
    await page.getByRole('button', { name: 'Disconnect', exact: true }).click();
    await row('Second').waitFor({ state: 'detached' });
    await row('Third').waitFor();
    await panel()
      .getByRole('button', { name: /Disconnect all/ })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click();
    await panel().getByText('No agents yet.').waitFor();
  });

  it('of a user, or of all users, are disconnected by an administrator', async () => {
    const disconnect = async (owner: string) => {
      await page.getByRole('button', { name: /^Disconnect agents/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click();
      await page.getByText(`Disconnected the agents of ${owner}.`).waitFor();
      const { agents } = await evaluate<{ agents: object[] }>(page, `fetch('/api/admin/user/agents').then((response) => response.json())`);
      deepEqual(agents, []);
    };
    equal((await connect('Code Pilot', 'write')).status, 201);
    await page.goto('/settings/users');
    await disconnect('all users');
    equal((await connect('Code Pilot', 'write')).status, 201);
    await page.getByRole('link', { name: 'admin', exact: true }).click();
    await page.getByRole('heading', { name: 'Access', exact: true }).waitFor();
    await whenShown(page);
    deepEqual(await violationsOf(page), []);
    await disconnect('admin');
  });

  it('have a limit in each environment of a project, by default that of its type', async () => {
    await page.goto('/projects/default/settings');
    const limit = page.getByLabel('Agents in production may');
    await limit.getByText('Propose (default)').waitFor({ state: 'attached' });
    await limit.selectOption('read');
    await page.getByText('Saved production.').waitFor();
    equal((await modes())[1].mode, 'read');
    await page.reload();
    await whenShown(page);
    equal(await limit.inputValue(), 'read');
    deepEqual(await violationsOf(page), []);
    await limit.selectOption({ label: 'Default' });
    await limit.getByText('Propose (default)').waitFor({ state: 'attached' });
    equal((await modes())[1].isDefault, true);
  });

  it('are named with their user in the history, the audit and change requests', async () => {
    await createPilot(opened.product);
    await page.goto('/profile');
    const { client, ask } = await connectAgent(opened.product.url, (await connect('Code Pilot', 'write')).body.secret);
    const turnOn = async (environment: string) => {
      const patch = { environments: { [environment]: { enabled: true, strategies: [{ name: 'default' }] } } };
      const { hash } = await ask('plan_change', { project: 'default', changes: [{ flag: 'express-pay', patch }] });
      return ask('commit_plan', { project: 'default', hash });
    };
    await turnOn('development');
    await turnOn('production');
    await client.close();
    await page.goto('/projects/default/features/express-pay/history');
    await page.getByText('Code Pilot for admin').first().waitFor();
    await page.goto('/audit?q=via%3A%22Code+Pilot%22');
    await page.getByText('Code Pilot for admin').first().waitFor();
    equal(await page.locator('main ol').getByText('created the feature').count(), 0);
    await page.goto('/audit?q=via%3Anobody');
    await page.getByText('Nothing matches').waitFor();
    await page.goto('/projects/default/change-requests/1');
    await page.getByText('proposed by Code Pilot for admin').waitFor();
  });

  it('are named with their user on the start page and in lists of change requests', async () => {
    const reviewer = { username: 'rita', password: 'five slow trains at noon' };
    await creating(opened.product)('/api/admin/user-admin', { ...reviewer, rootRole: roleIds.admin, sendEmail: false });
    const own = await opened.logInAs(reviewer);
    for (const name of ['Recently changed', 'Waiting for you'])
      await own.getByRole('region', { name }).getByText('Code Pilot for admin').first().waitFor();
    isWell(own);
    await page.goto('/projects/default/change-requests?show=all');
    await page.getByRole('table', { name: 'Change requests' }).getByText('Code Pilot for admin').waitFor();
  });
});
