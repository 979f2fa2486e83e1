import { deepEqual, equal } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type ConsoleInBrowser, createPilot, isWell, openConsole, violationsOf, whenShown } from './console.fixture.ts';

const features = '/api/admin/projects/default/features';
const feature = '/projects/default/features/express-pay?in=development';
const shares = `${features}/express-pay/environments/development/strategies`;

describe('a change at a time', () => {
  let opened: ConsoleInBrowser;
  let page: Page;

  before(async function () {
    opened = await openConsole(this);
    await createPilot(opened.product);
    page = await opened.logIn({ timezoneId: 'UTC' });
  });
  after(() => opened?.close());
  afterEach(() => isWell(page));

  const menuOf = (name: string) => page.getByRole('group').filter({ has: page.getByLabel(name) });
  const choose = async (menu: string, choice: string) => {
    await menuOf(menu).locator('summary').click();
    await menuOf(menu).getByRole('button', { name: choice }).click();
  };
  const scheduleFor = async (at: string) => {
    await page.getByLabel('Apply at').fill(at);
    await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click();
  };

  it('is scheduled for a strategy of an unprotected environment, and shown on the feature', async () => {
    await page.goto(feature);
    await page.getByRole('button', { name: 'Edit Pilot' }).click();
    await page.getByLabel('Rollout percentage').fill('50');
    await choose('More ways to save', 'At a time…');
    await scheduleFor('2099-05-01T07:30');
    await page.getByText('Scheduled for May 1, 07:30.').waitFor();
    await page
      .getByRole('link', { name: /50%.*May 1, 07:30/ })
      .first()
      .waitFor();
    const { body } = await opened.product.admin.get(shares);
    equal(body[0].parameters.rollout, '25');
  });

  it('is scheduled for a switch', async () => {
    await page.goto(feature);
    await choose('More actions in development', 'Turn on at a time…');
    await scheduleFor('2099-06-01T08:00');
    await page.getByText('Scheduled for Jun 1, 08:00.').waitFor();
  });

  it('is listed in the project and on the start page, with its time', async () => {
    await page.goto('/projects/default/change-requests?show=scheduled');
    await page.getByRole('row').filter({ hasText: 'from 25% to 50%' }).getByText('Scheduled for May 1, 07:30').waitFor();
    equal(await page.getByRole('row').count(), 3);
    deepEqual(await violationsOf(page), []);
    await page.goto('/');
    await page.getByRole('listitem').filter({ hasText: 'Turn on express-pay' }).getByText('Scheduled for Jun 1, 08:00').waitFor();
  });

  it('is moved and cancelled', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Turn on express-pay in development' }).click();
    await page.getByRole('button', { name: 'Reschedule' }).click();
    await scheduleFor('2099-07-01T09:00');
    await page
      .getByText(/Jul 1, 2099/)
      .first()
      .waitFor();
    await whenShown(page);
    equal(await page.getByText('approval').count(), 0);
    deepEqual(await violationsOf(page), []);
    await page.getByRole('button', { name: 'Cancel schedule' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel schedule' }).click();
    await page.getByText('Schedule cancelled.').waitFor();
    await page.goto('/projects/default/change-requests?show=scheduled');
    await page.getByRole('row').filter({ hasText: 'from 25% to 50%' }).waitFor();
    equal(await page.getByRole('row').count(), 2);
  });
});
