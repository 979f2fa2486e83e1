import { deepEqual, equal, ok } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import type { Page } from 'playwright-core';
import { type ConsoleInBrowser, contentWidth, creating, isWell, openConsole, violationsOf } from './console.fixture.ts';

const base = '/api/admin/projects/default';
const feature = `${base}/features/express-pay`;
const viewer = { username: 'vera', password: 'nine green lamps at dawn' };
const everyone = { name: 'flexibleRollout', parameters: { rollout: '100', stickiness: 'userId' } };
const anna = { contextName: 'userId', operator: 'IN', values: ['7'] };

const milestones = [
  {
    name: 'Pilot',
    strategies: [{ ...everyone, title: 'Pilot users', constraints: [anna] }],
    transitionCondition: { intervalMinutes: 1440, gates: [{ type: 'approval', approvals: 1 }] },
  },
  { name: 'Everyone', strategies: [everyone] },
  { name: 'Afterwards', strategies: [everyone] },
];

interface Plan {
  readonly id: string;
  readonly activeMilestoneId: string | null;
  readonly milestones: readonly {
    readonly id: string;
    readonly name: string;
    readonly transitionCondition: unknown;
    readonly pausedAt?: string | null;
  }[];
  readonly safeguards: readonly { readonly id: string; readonly action: string; readonly triggerCondition: unknown }[];
}

describe('the release plan on the feature page', () => {
  let opened: ConsoleInBrowser;
  let page: Page;

  before(async function () {
    opened = await openConsole(this);
    const created = creating(opened.product);
    await created(`${base}/features`, { name: 'express-pay', type: 'release' });
    await created('/api/admin/release-plan-templates', { name: 'Careful', description: 'Step by step', milestones });
    for (const [name, userId] of [
      ['Anna', '7'],
      ['Bo', '8'],
    ])
      await created(`${base}/personas`, { name, context: { appName: 'shop', userId } });
    await created('/api/admin/impact-metrics/register', { name: 'errors_total', type: 'counter' });
    await created('/api/admin/impact-metrics/register', { name: 'queue_length', type: 'gauge' });
    await created('/api/admin/user-admin', { ...viewer, rootRole: roleIds.viewer, sendEmail: false });
    page = await opened.logIn();
  });
  after(() => opened?.close());
  afterEach(() => isWell(page));

  const plans = (environment = 'development') => `${feature}/environments/${environment}/release-plans`;
  const planNow = async (environment?: string) => (await opened.product.admin.get(plans(environment))).body[0] as Plan;
  const activeNow = async () => {
    const { activeMilestoneId, milestones: all } = await planNow();
    return all.find(({ id }) => id === activeMilestoneId)?.name ?? null;
  };
  const visit = (environment = 'development', on = page) => on.goto(`/projects/default/features/express-pay?in=${environment}`);
  const dialog = () => page.getByRole('dialog');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const edit = async (milestone: string, choice: string) => {
    await page.getByLabel(`Edit ${milestone}`, { exact: true }).click();
    await press(choice);
  };

  it('is added from a template, whose milestones are shown first', async () => {
    await visit();
    await press('Add release plan');
    await dialog().getByText('Next: after 1 day, and after 1 approval').waitFor();
    await dialog().getByText('Step by step').waitFor();
    deepEqual(await violationsOf(page), []);
    await dialog().getByRole('button', { name: 'Add plan' }).click();
    await page.getByText('Added the release plan Careful to development.').waitFor();
    await page.getByText('No milestone has started.').waitFor();
    equal(await activeNow(), null);
  });

  it('says that a milestone waits for the feature, and for which conditions', async () => {
    await press('Start now: Pilot');
    await dialog().getByText('The feature is off in development: no one gets it until it is turned on.').waitFor();
    await dialog().getByRole('button', { name: 'Start Pilot' }).click();
    await page.getByText('Started Pilot in development.').waitFor();
    await page.getByText('The feature is off in development, so the clock does not run.').waitFor();
    await page.getByRole('switch', { name: 'express-pay in development' }).click();
    await page.getByText('It holds here because 2 conditions are not met. Everyone starts once all are.').waitFor();
    await page
      .locator('[aria-current="step"]', { hasText: 'Pilot' })
      .getByText(/at the earliest$/)
      .waitFor();
    await page.getByRole('row', { name: /Anna/ }).getByText('matches Pilot').waitFor();
  });

  it('takes an approval, which is then met', async () => {
    await press('Approve leaving Pilot');
    await page.getByText('Approved leaving Pilot.').waitFor();
    await page.getByText('It holds here because a condition is not met.').waitFor();
    await page.getByText('approved by').waitFor();
    equal(await page.getByRole('button', { name: 'Approve leaving Pilot' }).count(), 0);
  });

  it('is paused and resumed', async () => {
    await press('Pause');
    await page.getByText('It stays in this milestone until someone resumes it.').waitFor();
    ok((await planNow()).milestones[0]?.pausedAt);
    await press('Resume');
    await page.getByText('Resumed the release in development.').waitFor();
    equal((await planNow()).milestones[0]?.pausedAt, null);
  });

  it('says that a safeguard would pause it again, before it resumes or starts a milestone', async () => {
    const { admin } = opened.product;
    const { id } = await planNow();
    const impactMetric = { metricName: 'refusals_total', timeRange: 'hour', aggregationMode: 'count', labelSelectors: {} };
    const guard = { impactMetric, triggerCondition: { operator: '>', threshold: 10 } };
    await report(48, 'refusals_total');
    await press('Pause');
    equal((await admin.put(`${plans()}/${id}/safeguards`, guard)).status, 200);
    const warning = 'refusals_total is 48, limit 10: it will pause again.';
    await eventually(async () => equal((await admin.get(plans())).body[0].safeguardStates[0].state, 'beyond'));
    await page.reload();
    await press('Resume');
    await dialog().getByText(warning).waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await press('Start now: Everyone');
    await dialog().getByText(warning).waitFor();
    deepEqual(await violationsOf(page), []);
    await page.keyboard.press('Escape');
    const [own] = (await planNow()).safeguards;
    ok((await admin.delete(`${plans()}/${id}/safeguards/${own?.id}`)).status < 300);
    await page.reload();
    await press('Resume');
    await page.getByText('Resumed the release in development.').waitFor();
  });

  it('previews who changes before a milestone starts, and undoes the start by one key', async () => {
    await press('Start now: Everyone');
    await dialog().getByText('by condition').waitFor();
    await dialog()
      .getByText(/evaluations? in the past hour$/)
      .waitFor();
    await dialog().getByRole('listitem').filter({ hasText: 'Bo' }).getByText('on', { exact: true }).waitFor();
    await dialog().getByText('1 other stays as it is.').waitFor();
    deepEqual(await violationsOf(page), []);
    await dialog().getByRole('button', { name: 'Start Everyone' }).click();
    await page.getByText('Started Everyone in development.').waitFor();
    equal(await activeNow(), 'Everyone');
    await page.getByText('It holds here until someone starts Afterwards.').waitFor();
    await page.keyboard.press('z');
    await page.getByText('Change undone.').waitFor();
    equal(await activeNow(), 'Pilot');
  });

  it('follows a change by somebody else, and goes back', async () => {
    const { id, milestones: all } = await planNow();
    equal((await opened.product.admin.post(`${plans()}/${id}/milestones/${all[1]?.id}/start`)).status, 200);
    await page.locator('[aria-current="step"]', { hasText: 'Everyone' }).waitFor();
    await press('Go back: Pilot');
    await dialog().getByRole('button', { name: 'Go back to Pilot' }).click();
    await page.locator('[aria-current="step"]', { hasText: 'Pilot' }).waitFor();
    equal(await activeNow(), 'Pilot');
  });

  it('edits the conditions and the strategies of a milestone', async () => {
    await edit('Pilot', 'Edit the conditions');
    await dialog().getByRole('button', { name: 'Remove the condition “Approvals”' }).click();
    await dialog().getByLabel('Amount').fill('3');
    await dialog().getByRole('button', { name: 'Save conditions' }).click();
    await page.getByText('Saved the conditions after Pilot.').waitFor();
    deepEqual((await planNow()).milestones[0]?.transitionCondition, { intervalMinutes: 4320 });
    await edit('Pilot', 'Edit Pilot users');
    await page.getByLabel('Rollout percentage').fill('0');
    await page.getByText('Amber: your draft would change the result.').waitFor();
    await page.getByLabel('Rollout percentage').fill('90');
    await press('Save strategy');
    await page.getByText('Saved Pilot users in development.').waitFor();
    await page.locator('summary:focus').filter({ hasText: 'Edit' }).waitFor();
    const { body } = await opened.product.admin.get(`${feature}/environments/development/strategies`);
    equal(body[0].parameters.rollout, '90');
  });

  it('is guarded by a metric, with a chart and its limit', async () => {
    await press('Add safeguard');
    await dialog().getByLabel('Metric').selectOption('errors_total');
    await dialog().getByLabel('Measured as').selectOption('rps');
    for (const [metric, mode] of [
      ['queue_length', 'avg'],
      ['errors_total', 'count'],
    ] as const) {
      await dialog().getByLabel('Metric').selectOption(metric);
      equal(await dialog().getByLabel('Measured as').inputValue(), mode);
    }
    await dialog().getByLabel('Limit').fill('many');
    await dialog().getByRole('button', { name: 'Save safeguard' }).click();
    await dialog().getByText('Enter a number.').first().waitFor();
    await dialog().getByLabel('Limit').fill('50');
    await dialog().getByLabel('Then').selectOption('step-back');
    await dialog().getByLabel('More settings').check();
    await dialog().getByLabel('Minutes beyond the limit').fill('3');
    deepEqual(await violationsOf(page), []);
    await dialog().getByRole('button', { name: 'Save safeguard' }).click();
    await page.getByText('Saved the safeguard on errors_total.').waitFor();
    await page
      .getByRole('region', { name: 'Safeguards' })
      .getByText('Goes back to the previous milestone if the count of errors_total in the past hour is above 50, in 3 of 5 minutes')
      .waitFor();
    await page.getByText('No data').waitFor();
    await report(12);
    await page.reload();
    await page.getByText('OK', { exact: true }).waitFor();
    const chart = page.getByRole('slider', { name: 'Values of the count of errors_total in the past hour' });
    await chart.getByText('limit 50').waitFor({ state: 'attached' });
    await chart.locator('circle').waitFor({ state: 'attached' });
    await page.getByText('errors_total 12').waitFor();
    deepEqual(
      (await planNow()).safeguards.map(({ action, triggerCondition }) => [action, triggerCondition]),
      [['step-back', { operator: '>', threshold: 50 }]],
    );
    deepEqual(await violationsOf(page), []);
  });

  /** Reports a counter like an SDK does, and waits until it is stored. */
  async function report(value: number, name = 'errors_total'): Promise<void> {
    const { as, tokens, admin } = opened.product;
    const now = new Date().toISOString();
    const body = {
      appName: 'shop',
      instanceId: 'shop-1',
      bucket: { start: now, stop: now, toggles: {} },
      impactMetrics: [{ name, help: 'Errors', type: 'counter', samples: [{ value }] }],
    };
    equal((await as({ authorization: tokens.client }).post('/api/client/metrics', body)).status, 202);
    const query = `/api/admin/impact-metrics?series=${name}&range=hour&aggregationMode=count`;
    await eventually(async () => ok((await admin.get(query)).body.series.length > 0));
  }

  it('fits a phone, and is usable in the dark', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await visit();
    await page.getByText('OK', { exact: true }).waitFor();
    ok((await contentWidth(page)) <= 390);
    deepEqual(await violationsOf(page), []);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('shows a viewer everything, and why nothing can be changed', async () => {
    const own = await opened.logInAs(viewer);
    await visit('development', own);
    await own.getByLabel('Edit Pilot', { exact: true }).click();
    for (const name of ['Pause', 'Start now: Everyone', 'Edit the conditions', 'Edit Pilot users', 'Add safeguard'])
      ok(await own.getByRole('button', { name, exact: true, disabled: true }).getAttribute('title'), name);
    await own.context().close();
  });

  it('is removed, and keeps the strategies of its milestone if so chosen', async () => {
    await press('Delete the safeguard on errors_total');
    await press('Delete safeguard');
    await page.getByText('Deleted the safeguard on errors_total.').waitFor();
    await page.getByLabel('More actions for the release plan').click();
    await press('Remove plan');
    await dialog().getByLabel('Keep the strategies of Pilot').waitFor();
    await dialog().getByRole('button', { name: 'Remove plan' }).click();
    await page.getByText('Removed the release plan Careful from development.').waitFor();
    await page.getByRole('button', { name: 'Add release plan' }).waitFor();
    const { body } = await opened.product.admin.get(`${feature}/environments/development/strategies`);
    deepEqual(
      body.map(({ title, milestoneId }: Record<string, unknown>) => [title, milestoneId]),
      [['Pilot users', undefined]],
    );
  });

  it('goes to a change request in a protected environment, except on the way back', async () => {
    const { admin } = opened.product;
    const config = { changeRequestsEnabled: true, requiredApprovals: 1 };
    const { body: plan } = await admin.post(plans('production'), { name: 'Wide', milestones });
    equal((await admin.post(`${plans('production')}/${plan.id}/milestones/${plan.milestones[1].id}/start`)).status, 200);
    equal((await admin.put(`${base}/environments/production/change-requests/config`, config)).status, 200);
    await visit('production');
    await press('Start now: Afterwards');
    await dialog().getByRole('button', { name: 'Add to your draft' }).click();
    await page.getByText('Added to your draft.').waitFor();
    equal((await planNow('production')).activeMilestoneId, plan.milestones[1].id);
    await press('Go back: Pilot');
    await dialog().getByText('Someone reviews it afterwards.').waitFor();
    await dialog().getByRole('button', { name: 'Go back to Pilot' }).click();
    await page.locator('[aria-current="step"]', { hasText: 'Pilot' }).waitFor();
    equal((await planNow('production')).activeMilestoneId, plan.milestones[0].id);
  });

  it('reads well in a change request: every milestone by name, with who gets the feature', async () => {
    equal((await opened.product.admin.post(`${base}/features`, { name: 'card-vault', type: 'release' })).status, 201);
    await page.goto('/projects/default/features/card-vault?in=production');
    await press('Add release plan');
    await dialog().getByRole('button', { name: 'Add to your draft' }).click();
    await page.getByRole('link', { name: 'Open', exact: true }).click();
    await page.waitForURL(/change-requests\/\d+$/);
    for (const becomes of [
      'Careful',
      'for everyone where userId is 7; next: after 1 day, and after 1 approval',
      'Afterwards',
      'for everyone',
    ])
      await page.locator('ins', { hasText: becomes }).first().waitFor();
    await page.locator('del', { hasText: 'for everyone' }).first().waitFor();
    await page.locator('del', { hasText: /^Pilot$/ }).waitFor();
    deepEqual(await violationsOf(page), []);
  });

  it('is recorded in the log by milestone, condition and safeguard', async () => {
    await page.goto('/projects/default/features/express-pay/history');
    for (const sentence of [
      'added the release plan Careful in development',
      'started the milestone Everyone in development',
      'paused the release at the milestone Pilot in development',
      'changed the condition for the next milestone to “after 3 days” in development',
      'set the safeguard “Goes back to the previous milestone if the count of errors_total in the past hour is above 50, in 3 of 5 minutes” in development',
      'removed the release plan Careful in development',
    ])
      await page.getByText(sentence).first().waitFor();
    await page.getByText('rollout 0% → 100%').first().waitFor();
    equal(await page.getByText(/strategy Gradual rollout/).count(), 0);
    equal(await page.getByRole('button', { name: /^Undo: started the milestone Pilot in production/ }).count(), 1);
    deepEqual(await violationsOf(page), []);
  });
});
