import { deepEqual, equal, ok } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import type { Page } from 'playwright-core';
import { chooseAction, type ConsoleInBrowser, isWell, openConsole, violationsOf } from './console.fixture.ts';

const base = '/api/admin/release-plan-templates';
const hostile = '<img src=x onerror=alert(1)>';
const rolloutTo = (share: number) => ({ name: 'flexibleRollout', parameters: { rollout: String(share), stickiness: 'default' } });
const viewer = { username: 'vera', password: 'nine green lamps at dawn' };

interface Milestone {
  readonly name: string;
  readonly strategies: readonly { readonly parameters: Readonly<Record<string, string>>; readonly title: string | null }[];
  readonly transitionCondition: unknown;
}

describe('the pages of release templates', () => {
  let opened: ConsoleInBrowser;
  let page: Page;
  let careful: string;

  before(async function () {
    opened = await openConsole(this);
    const { admin } = opened.product;
    const milestones = [10, 50, 100].map((share) => ({ name: `${share} %`, strategies: [rolloutTo(share)] }));
    const { status, body } = await admin.post(base, { name: 'Careful', description: hostile, milestones });
    equal(status, 201);
    careful = body.id;
    equal((await admin.post('/api/admin/user-admin', { ...viewer, rootRole: roleIds.viewer, sendEmail: false })).status, 201);
    page = await opened.logIn();
  });
  after(() => opened?.close());
  afterEach(() => isWell(page));

  const templateOf = async (id: string) =>
    (await opened.product.admin.get(`${base}/${id}`)).body as { readonly name: string; readonly milestones: readonly Milestone[] };
  const namesOf = async (id: string) => (await templateOf(id)).milestones.map(({ name }) => name);
  const milestone = (name: string) => page.getByRole('listitem', { name: `Milestone ${name}` });
  const save = async (name: string) => {
    await page.getByRole('button', { name: 'Save template' }).click();
    await page.getByText(`Saved ${name}.`).waitFor();
    await page.getByText('No changes yet.').waitFor();
  };

  it('create a template with conditions in words', async () => {
    await page.goto('/release-templates');
    await page.getByRole('button', { name: 'New template' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Fast');
    for (const name of ['25% of users', '50% of users']) await page.getByRole('button', { name: `Remove ${name}` }).click();
    const first = milestone('10% of users');
    await first.getByRole('button', { name: 'Edit Gradual rollout' }).click();
    await first.getByLabel('Rollout percentage').fill('20');
    await first.getByLabel('Title').fill('Pilot');
    await first.getByLabel('Add a condition').selectOption('time');
    await first.getByLabel('Amount').fill('36');
    await first.getByLabel('Unit').selectOption('hours');
    await first.getByLabel('Add a condition').selectOption('approval');
    await first.getByLabel('Add a condition').selectOption('window');
    for (const day of ['Mon', 'Fri']) await first.getByLabel(day).uncheck();
    await first.getByRole('combobox', { name: 'Time zone' }).fill('Oslo');
    await page.getByRole('option', { name: 'Europe/Oslo' }).click();
    await page.getByText('Next: after 36 hours, and after 1 approval, and on Tue–Thu between 09:00 and 16:00 (Europe/Oslo)').waitFor();
    deepEqual(await violationsOf(page), []);
    await page.keyboard.press('Control+Enter');
    await page.getByText('Created Fast.').waitFor();
    await page.waitForURL(/release-templates\/[0-9A-Z]{26}$/);
    const { milestones } = await templateOf(page.url().slice(-26));
    deepEqual(
      milestones.map(({ name, strategies, transitionCondition }) => [
        name,
        strategies.map(({ title, parameters }) => [title, parameters['rollout']]),
        transitionCondition,
      ]),
      [
        [
          '10% of users',
          [['Pilot', '20']],
          {
            intervalMinutes: 2160,
            gates: [
              { type: 'approval', approvals: 1 },
              { type: 'window', days: ['tue', 'wed', 'thu'], from: '09:00', to: '16:00', timeZone: 'Europe/Oslo' },
            ],
          },
        ],
        ['Everyone', [[null, '100']], null],
      ],
    );
  });

  it('list templates with their shares, and show texts as text', async () => {
    await page.goto('/release-templates');
    const row = page.getByRole('row', { name: /Careful/ });
    await row.getByText('10 % (10%) → 50 % (50%) → 100 %').waitFor();
    await row.getByText(hostile).waitFor();
    await row.getByText('all projects').waitFor();
  });

  it('move milestones by keys and buttons, with the focus', async () => {
    await page.goto(`/release-templates/${careful}`);
    await milestone('10 %')
      .getByLabel(/^Name of milestone/)
      .focus();
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByText('Changes: milestones reordered').waitFor();
    equal(await page.locator(':focus').inputValue(), '10 %');
    await page.getByRole('button', { name: 'Move 10 % down' }).press('Enter');
    await page.getByRole('button', { name: 'Move 10 % down', disabled: true }).waitFor();
    equal(await page.locator(':focus').getAttribute('aria-label'), 'Move 10 % down');
    await save('Careful');
    deepEqual(await namesOf(careful), ['50 %', '100 %', '10 %']);
    for (const position of [2, 1]) {
      await page.getByRole('button', { name: 'Move 10 % up' }).click();
      await page.locator(`ol > li:nth-child(${position})`, { has: page.getByRole('button', { name: 'Move 10 % up' }) }).waitFor();
    }
    await save('Careful');
    deepEqual(await namesOf(careful), ['10 %', '50 %', '100 %']);
  });

  it('have safeguards, which each plan starts with', async () => {
    const { admin } = opened.product;
    ok((await admin.post('/api/admin/impact-metrics/register', { name: 'errors_total', type: 'counter' })).status < 300);
    const guarded = async () => (await admin.get(`${base}/${careful}`)).body.safeguards;
    const dialog = page.getByRole('dialog');
    await page.goto(`/release-templates/${careful}`);
    await page.getByRole('button', { name: 'Add safeguard' }).click();
    await dialog.getByLabel('Limit').fill('10');
    deepEqual(await violationsOf(page), []);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const sentence = 'Pauses the release if the count of errors_total in the past hour is above 10';
    await page.getByText(`safeguards none → ${sentence}`).waitFor();
    await save('Careful');
    equal((await guarded()).length, 1);
    await page.getByRole('button', { name: 'Edit the safeguard on errors_total' }).click();
    await dialog.getByLabel('Then').selectOption('step-back');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await save('Careful');
    equal((await guarded())[0].action, 'step-back');
    equal((await admin.post('/api/admin/projects/default/features', { name: 'guarded', type: 'release' })).status, 201);
    const plans = '/api/admin/projects/default/features/guarded/environments/development/release-plans';
    equal((await admin.post(plans, { templateId: careful })).body.safeguards[0].action, 'step-back');
    await page.getByRole('button', { name: 'Delete the safeguard on errors_total' }).click();
    await save('Careful');
    equal(await guarded(), undefined);
  });

  it('never overwrite a concurrent change without asking', async () => {
    await page.goto(`/release-templates/${careful}`);
    await milestone('50 %')
      .getByLabel(/^Name of milestone/)
      .fill('Half');
    const { admin } = opened.product;
    const { milestones } = await templateOf(careful);
    equal((await admin.put(`${base}/${careful}`, { name: 'Very careful', milestones })).status, 200);
    await page.getByText('Someone changed this template while you were editing.').waitFor();
    await page.getByText('name Careful → Very careful').waitFor();
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByText('name Very careful → Careful; name of 50 % 50 % → Half').waitFor();
    await save('Careful');
    deepEqual(await namesOf(careful), ['10 %', 'Half', '100 %']);
  });

  it('ask before unsaved changes are lost', async () => {
    await page.goto(`/release-templates/${careful}`);
    await milestone('Half')
      .getByLabel(/^Name of milestone/)
      .fill('Middle');
    await page.getByRole('link', { name: 'Segments' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('heading', { level: 1, name: 'Segments' }).waitFor();
    deepEqual(await namesOf(careful), ['10 %', 'Half', '100 %']);
  });

  it('show the message of the server next to a name that is taken', async () => {
    await page.goto('/release-templates/new');
    await page.getByLabel('Name', { exact: true }).fill('Careful');
    await page.getByRole('button', { name: 'Create template' }).click();
    await page.getByText('A release template named Careful already exists.').first().waitFor();
  });

  it('create templates of a project, which also lists those of all projects', async () => {
    await page.goto('/projects/default/release-templates/new');
    await page.getByLabel('Name', { exact: true }).fill('Ours');
    await page.getByRole('button', { name: 'Create template' }).click();
    await page.getByText('Created Ours.').waitFor();
    await page.goto('/projects/default/release-templates');
    await page.getByRole('row', { name: /Careful.*all projects/ }).waitFor();
    await page.getByRole('row', { name: /Ours.*default/ }).waitFor();
    await page.goto('/release-templates');
    await page.getByRole('row', { name: /Careful/ }).waitFor();
    equal(await page.getByRole('row', { name: /Ours/ }).count(), 0);
  });

  it('archive and delete templates after a confirmation', async () => {
    await page.goto('/projects/default/release-templates');
    await chooseAction(page, 'Ours', 'Archive');
    await page.getByRole('button', { name: 'Archive template' }).click();
    await page.getByText('Archived Ours.').waitFor();
    await page.getByRole('row', { name: /Ours/ }).waitFor({ state: 'detached' });
    await chooseAction(page, 'Fast', 'Delete');
    await page.getByRole('button', { name: 'Delete template' }).click();
    await page.getByText('Deleted Fast.').waitFor();
    deepEqual(
      ((await opened.product.admin.get(base)).body as readonly { readonly name: string }[]).map(({ name }) => name),
      ['Careful'],
    );
  });

  it('show a viewer everything, and why nothing can be changed', async () => {
    const own = await opened.logInAs(viewer);
    await own.goto('/release-templates');
    await own.getByRole('row').filter({ hasText: 'Careful' }).locator('summary').click();
    for (const name of ['New template', 'Edit', 'Archive', 'Delete'])
      ok(await own.getByRole('button', { name, exact: true, disabled: true }).getAttribute('title'));
    await own.getByRole('link', { name: 'Careful' }).click();
    await own.getByText('You need the permission “Edit release templates”').first().waitFor();
    ok(await own.getByLabel('Name', { exact: true }).isDisabled());
    deepEqual(await violationsOf(own), []);
    isWell(own);
    await own.context().close();
  });
});
