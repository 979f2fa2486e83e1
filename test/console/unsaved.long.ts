import { deepEqual, equal, ok } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import type { Page } from 'playwright-core';
import { type ConsoleInBrowser, createPilot, isWell, openConsole, violationsOf } from './console.fixture.ts';

const features = '/api/admin/projects/default/features';
const strategies = `${features}/express-pay/environments/development/strategies`;
const feature = '/projects/default/features/express-pay?in=development';

describe('unsaved changes', () => {
  let opened: ConsoleInBrowser;
  let page: Page;

  before(async function () {
    opened = await openConsole(this);
    await createPilot(opened.product);
  });
  after(() => opened?.close());
  beforeEach(async () => {
    page = await opened.logIn();
    await page.goto(feature);
  });
  afterEach(async () => {
    isWell(page);
    await page.context().close();
  });

  const edit = async (share: string) => {
    await page.getByRole('button', { name: 'Edit Pilot' }).click();
    await page.getByLabel('Rollout percentage').fill(share);
    await page.getByText('Changes:').waitFor();
  };
  const question = () => page.getByRole('dialog', { name: 'Leave without saving?' });
  const answer = (name: string) => question().getByRole('button', { name }).click();
  const title = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const shareNow = async () => (await opened.product.admin.get(strategies)).body[0].parameters.rollout as string;

  it('are kept, saved or discarded when the user follows a link', async () => {
    const link = () => page.getByRole('link', { name: 'Segments' }).click();
    await edit('40');
    await link();
    await question().waitFor();
    deepEqual(await violationsOf(page), []);
    await answer('Stay');
    equal(await page.getByLabel('Rollout percentage').inputValue(), '40');
    await link();
    await answer('Save and leave');
    await title('Segments');
    equal(await shareNow(), '40');
    await page.goto(feature);
    await edit('90');
    await link();
    await answer('Discard');
    await title('Segments');
    equal(await shareNow(), '40');
    await page.goto(feature);
    await page.getByRole('button', { name: 'Edit Pilot' }).waitFor();
  });

  it('are kept or discarded when the user goes back', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Features' }).click();
    await page.getByRole('link', { name: 'express-pay' }).click();
    await page.getByRole('link', { name: 'development' }).click();
    await edit('60');
    await page.goBack();
    await question().waitFor();
    ok(page.url().endsWith(feature));
    await answer('Stay');
    equal(await page.getByLabel('Rollout percentage').inputValue(), '60');
    await page.goBack();
    await answer('Discard');
    await page.waitForURL('**/features/express-pay');
    await page.goBack();
    await title('Features');
  });

  it('are kept when the user closes the tab, and survive a reload', async () => {
    await edit('70');
    const closing = page.waitForEvent('dialog');
    page.on('dialog', (dialog) => void dialog.accept());
    const reloaded = page.reload();
    equal((await closing).type(), 'beforeunload');
    await reloaded;
    await page.getByText('Changes:').waitFor();
    equal(await page.getByLabel('Rollout percentage').inputValue(), '70');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Edit Pilot' }).click();
    await eventually(async () => equal(await page.getByLabel('Rollout percentage').inputValue(), await shareNow()));
  });

  it('are not asked about if there are none', async () => {
    await page.getByRole('button', { name: 'Edit Pilot' }).click();
    await page.getByRole('link', { name: 'Segments' }).click();
    await title('Segments');
  });
});
