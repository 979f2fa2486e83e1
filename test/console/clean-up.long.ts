import { deepEqual, equal, ok } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import type { Page } from 'playwright-core';
import { chooseAction, type ConsoleInBrowser, contentWidth, isWell, openConsole, violationsOf, whenShown } from './console.fixture.ts';

const base = '/api/admin/projects/default';
const hostile = '<img src=x onerror=alert(1)>';

describe('cleanup', () => {
  let opened: ConsoleInBrowser;
  let page: Page;

  before(async function () {
    opened = await openConsole(this);
    for (const name of ['old-banner', 'older-banner', 'parent', 'child', 'young', 'finished'])
      await done(`${base}/features`, { name, type: 'release', description: hostile });
    await done(`${base}/features/child/dependencies`, { feature: 'parent' });
    await done(`${base}/stale`, { features: ['old-banner', 'older-banner', 'parent'], stale: true });
    await done(`${base}/features/finished/lifecycle/complete`, { status: 'kept' });
    page = await opened.logIn();
  });
  after(() => opened?.close());
  afterEach(() => isWell(page));

  async function done(path: string, body: object) {
    const { status } = await opened.product.admin.post(path, body);
    ok(status < 300, `${path} ${status}`);
  }
  const archivedNames = async () => {
    const { body } = await opened.product.admin.get('/api/admin/archive/features/default');
    return body.features.map(({ name }: { name: string }) => name).sort();
  };
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  const button = (name: string | RegExp) => page.getByRole('button', { name });

  it('lists candidates with reasons and evidence', async () => {
    await page.goto('/projects/default/health');
    await page.getByRole('link', { name: 'Stale 3' }).waitFor();
    await row('old-banner').getByText('marked stale').first().waitFor();
    await row('old-banner').getByText('production').first().waitFor();
    await page.getByRole('link', { name: 'Completed 1' }).click();
    await row('finished').getByText('completed, kept').waitFor();
  });

  it('reports dependents before anything is archived', async () => {
    await page.goto('/projects/default/health');
    await page.getByLabel('Select parent').check();
    await page.getByText('Other features depend on parent', { exact: false }).waitFor();
    const refused = button('Archive 1 feature');
    equal(await refused.getAttribute('aria-disabled'), 'true');
    deepEqual(await violationsOf(page), []);
    await refused.click({ force: true });
    deepEqual(await archivedNames(), []);
  });

  it('archives a selection in three clicks from any page, and undoes it with one key', async () => {
    await done(`${base}/stale`, { features: ['parent'], stale: false });
    await page.goto('/projects/default');
    await page.getByRole('link', { name: 'Health' }).click();
    await page.getByLabel('Select all 2 below').check();
    await button('Archive 2 features').click();
    await page.getByText('Archived 2 features.').waitFor();
    deepEqual(await archivedNames(), ['old-banner', 'older-banner']);
    await page.keyboard.press('z');
    await page.getByText('Restored 2 features.').waitFor();
    deepEqual(await archivedNames(), []);
  });

  const withoutPermissions = async () => {
    await page.route('**/api/admin/user', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), permissions: [] } });
    });
    return () => page.unrouteAll({ behavior: 'wait' });
  };

  it('shows the missing permission of a disabled action', async () => {
    const restore = await withoutPermissions();
    await page.goto('/projects/default/health');
    await page.getByLabel('Select old-banner').check();
    const refused = button('Archive 1 feature');
    equal(await refused.getAttribute('title'), 'You need the permission “Archive and delete features”. Ask an administrator.');
    await restore();
  });

  it('says which owners can grant a missing permission', async () => {
    const { body: user } = await opened.product.admin.post('/api/admin/user-admin', {
      username: 'ingrid',
      name: 'Ingrid Berg',
      rootRole: roleIds.viewer,
      sendEmail: false,
    });
    await done('/api/admin/projects', { id: 'berg', name: 'Berg' });
    await done('/api/admin/projects/berg/access', { roles: [roleIds.owner], users: [user.id], groups: [] });
    const restore = await withoutPermissions();
    await page.goto('/projects/berg');
    await page.locator('[title="You need the permission “Create features”. Ask Ingrid Berg (owner)."]').waitFor();
    await restore();
  });

  it('reports that there is nothing to clean up, and when it checked', async () => {
    await done('/api/admin/projects', { id: 'clean', name: 'Clean' });
    await page.goto('/projects/clean/health');
    await page.getByRole('heading', { name: 'Nothing to clean up' }).waitFor();
    await page.getByText(/Checked at \d/).waitFor();
  });

  it('completes a feature, copies it and moves it to another project', async () => {
    const dialog = page.getByRole('dialog');
    const choose = async (title: string) => {
      await page.locator('main summary').filter({ hasText: 'More' }).first().click();
      await button(title).click();
    };
    await page.goto('/projects/default/features/young/settings');
    await choose('Complete');
    await dialog.getByRole('button', { name: 'Complete' }).click();
    await page.getByText('completed: kept').waitFor();
    await choose('Copy feature');
    await dialog.getByRole('button', { name: 'Copy feature' }).click();
    await page.getByRole('heading', { level: 1, name: 'young-copy' }).waitFor();
    await choose('Move to another project');
    await dialog.getByLabel('Project').selectOption('clean');
    await dialog.getByRole('button', { name: 'Move to another project' }).click();
    await page.getByText('Moved young-copy to clean.').waitFor();
    await page.waitForURL('**/projects/clean/features/young-copy');
  });

  it('lists the archive, restores a feature and deletes another permanently', async () => {
    await done(`${base}/archive`, { features: ['old-banner', 'older-banner'] });
    await page.goto('/projects/default/archive');
    await chooseAction(page, 'old-banner', 'Restore');
    await page.getByText('Restored old-banner.').waitFor();
    await chooseAction(page, 'older-banner', 'Delete permanently');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByText('Deleted older-banner.').waitFor();
    await page.getByText('No archived features').waitFor();
  });

  it('creates a change request if the project is protected', async () => {
    const config = `${base}/environments/production/change-requests/config`;
    const { admin } = opened.product;
    equal((await admin.put(config, { changeRequestsEnabled: true, requiredApprovals: 1 })).status, 200);
    await done(`${base}/stale`, { features: ['old-banner'], stale: true });
    await page.goto('/projects/default/health');
    await page.getByLabel('Select old-banner').check();
    await button('Add to your draft').click();
    await page.getByText('Added to your draft.').waitFor();
    deepEqual(await archivedNames(), []);
    equal((await admin.put(config, { changeRequestsEnabled: false })).status, 200);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1360, 800, 360]) {
      it(`is accessible in ${colorScheme} at ${width} pixels, and scrolls in one direction`, async () => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        for (const path of ['health', 'health?why=unused', 'archive']) {
          await page.goto(`/projects/default/${path}`);
          await whenShown(page);
          deepEqual(await violationsOf(page), [], path);
          ok((await contentWidth(page)) <= width, path);
        }
      });
    }
  }
});
