import { deepEqual, equal } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type ConsoleInBrowser, evaluate, isWell, openConsole, violationsOf, whenShown } from './console.fixture.ts';

const features = '/api/admin/projects/default/features';
const count = 130;
const nameOf = (index: number) => `feature-${String(index).padStart(3, '0')}`;

describe('a choice among many', () => {
  let opened: ConsoleInBrowser;
  let page: Page;

  before(async function () {
    opened = await openConsole(this);
    const { admin } = opened.product;
    for (let index = 0; index < count; index += 1)
      equal((await admin.post(features, { name: nameOf(index), type: 'release' })).status, 201);
    for (let index = 0; index < 25; index += 1) {
      equal((await admin.post('/api/admin/groups', { name: `Team ${index}`, users: [] })).status, 201);
      equal((await admin.post('/api/admin/segments', { name: `segment-${index}`, constraints: [] })).status, 201);
    }
    page = await opened.logIn();
  });
  after(() => opened?.close());
  afterEach(() => isWell(page));

  /** The picker, which is a select until its choices have arrived. */
  const field = (name: string) => page.getByRole('combobox', { name, exact: true }).and(page.locator('input'));
  const longSelects = async () => {
    return evaluate(page, '[...document.querySelectorAll("select")].filter(({ options }) => options.length > 20).length');
  };

  it('finds the oldest feature of a project on the page for connecting', async () => {
    await page.goto('/projects/default/connect');
    equal(await field('Feature').inputValue(), nameOf(count - 1));
    await field('Feature').fill('feature-003');
    await page.getByRole('option', { name: 'feature-003' }).waitFor();
    deepEqual(await violationsOf(page), []);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/connect?feature=feature-003');
    equal(await field('Feature').inputValue(), 'feature-003');
  });

  it('is searched by keyboard for the parent of a feature, and left unchanged by Escape', async () => {
    await page.goto('/projects/default/features/feature-000/settings');
    await whenShown(page);
    equal(await longSelects(), 0);
    await field('Select a feature').fill('feature-12');
    equal(await page.getByRole('listbox').getByRole('option').count(), 10);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    equal(await field('Select a feature').inputValue(), 'feature-121');
    await field('Select a feature').fill('nothing');
    await page.getByRole('option', { name: 'Nothing matches' }).waitFor();
    await page.keyboard.press('Escape');
    equal(await field('Select a feature').inputValue(), 'feature-121');
  });

  it('adds several groups and segments as chips', async () => {
    await page.goto('/projects/default/settings');
    await page.getByRole('button', { name: 'Add members' }).click();
    await field('Groups').fill('Team 17');
    await page.keyboard.press('Enter');
    await field('Groups').fill('Team 9');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove Team 9' }).click();
    await page.getByRole('button', { name: 'Remove Team 17' }).waitFor();
    deepEqual(await violationsOf(page), []);
    await page.goto('/projects/default/features/feature-000?in=development');
    await page.getByRole('button', { name: /^Add strategy/ }).click();
    equal(await longSelects(), 0);
    await field('Add a segment').fill('segment-24');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove segment-24' }).waitFor();
  });
});
