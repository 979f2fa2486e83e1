import { deepEqual, equal, ok } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import type { Page } from 'playwright-core';
import { chooseAction, type ConsoleInBrowser, contentWidth, isWell, openConsole, violationsOf, whenShown } from './console.fixture.ts';

const base = '/api/admin/projects/default';
const urlTemplate = 'https://code.example/acme/shop/{commit}/{path}#L{line}';
const hostile = '<img src=x onerror=alert(1)>';

describe('cleanup', () => {
  let opened: ConsoleInBrowser;
  let page: Page;

  before(async function () {
    // Features count as unused at once.
    opened = await openConsole(this, { CLEANUP_QUIET_DAYS: '0' });
    for (const name of ['old-banner', 'older-banner', 'parent', 'child', 'half', 'in-code'])
      await done(`${base}/features`, { name, type: 'release', description: hostile });
    await done(`${base}/features/child/dependencies`, { feature: 'parent' });
    await done(`${base}/features/in-code/lifecycle/complete`, { status: 'kept' });
    await done(`${base}/features/half/environments/production/strategies`, { name: 'flexibleRollout', parameters: { rollout: '50' } });
    await done(`${base}/features/half/environments/production/on`, {});
    const references = ['in-code', 'half', 'child'].map((feature) => ({ feature, path: 'src/a.ts', line: 7, kind: 'evaluation' }));
    const scan = { commit: 'abc1234', scannedAt: new Date().toISOString(), sequence: 1, urlTemplate, references };
    equal((await opened.product.admin.put(`${base}/code-references/acme%2Fshop/branches/main`, scan)).status, 200);
    await eventually(async () => deepEqual(await verdicts(), { archive: 2, blocked: 1, candidate: 2, 'remove-code': 1 }));
    page = await opened.logIn();
  });
  after(() => opened?.close());
  afterEach(() => isWell(page));

  /** The numbers of features by verdict. */
  async function verdicts() {
    const { body } = await opened.product.admin.get(`${base}/cleanup?limit=1`);
    return Object.fromEntries(body.counts.map(({ verdict, features }: { verdict: string; features: number }) => [verdict, features]));
  }
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

  it('lists features by verdict, with answer, evidence and next step', async () => {
    await page.goto('/projects/default/health');
    await page.getByRole('link', { name: 'Ready to archive 2' }).waitFor();
    await row('old-banner').getByText('Always off').waitFor();
    await row('old-banner').getByText('no reference in 1 scanned repository').waitFor();
    await page.getByRole('link', { name: 'Remove from code 1' }).click();
    await row('in-code').getByText('marked as completed').waitFor();
    await page.getByRole('link', { name: 'Blocked 1' }).click();
    await row('parent').getByText('child depends on it').waitFor();
    await page.getByRole('link', { name: 'Candidates 2' }).click();
    await row('half').getByText('Several answers').waitFor();
    deepEqual(await violationsOf(page), []);
  });

  it('offers to archive only what is ready', async () => {
    for (const verdict of ['remove-code', 'blocked', 'candidate']) {
      await page.goto(`/projects/default/health?verdict=${verdict}`);
      await page.getByRole('table', { name: 'Cleanup' }).waitFor();
      equal(await button(/archive/i).count(), 0, verdict);
    }
  });

  it('shows where code uses a feature, with links', async () => {
    await page.goto('/projects/default/health?verdict=remove-code');
    await page.getByRole('link', { name: 'Remove 1 reference' }).click();
    await page.getByRole('heading', { name: 'References in code' }).waitFor();
    const link = page.getByRole('link', { name: 'src/a.ts:7' });
    equal(await link.getAttribute('href'), 'https://code.example/acme/shop/abc1234/src/a.ts#L7');
    await page.getByText('in code: 1 file in 1 repository', { exact: false }).waitFor();
  });

  it('marks features in the list that can be removed, and filters by verdict', async () => {
    await page.goto('/projects/default?q=cleanup%3Aarchive');
    await row('old-banner').getByRole('link', { name: 'ready to archive' }).waitFor();
    await row('older-banner').waitFor();
    equal(await row('half').count(), 0);
    await row('old-banner').getByRole('link', { name: 'ready to archive' }).click();
    await page.waitForURL('**/projects/default/health?verdict=archive');
  });

  it('snoozes a feature with a reason, and ends that', async () => {
    await page.goto('/projects/default/health?verdict=remove-code');
    await button('Snooze…: in-code').click();
    await page.getByRole('dialog').getByLabel('Reason').fill('Needed for the winter sale');
    await page.getByRole('dialog').getByRole('button', { name: 'Snooze' }).click();
    await page.getByRole('link', { name: 'Snoozed 1' }).click();
    await row('in-code').getByText('Needed for the winter sale', { exact: false }).waitFor();
    await button('End snooze: in-code').click();
    await page.getByText('in-code is no longer snoozed.').waitFor();
    await page.getByRole('link', { name: 'Remove from code 1' }).waitFor();
  });

  it('archives with one click, and undoes it with one key', async () => {
    await page.goto('/projects/default');
    await page.getByRole('link', { name: 'Health' }).click();
    await button('Archive all 2 listed').click();
    await page.getByText('Archived 2 features.').waitFor();
    deepEqual(await archivedNames(), ['old-banner', 'older-banner']);
    await page.keyboard.press('z');
    await page.getByText('Restored 2 features, turned off in all environments.').waitFor();
    deepEqual(await archivedNames(), []);
  });

  it('archives with one key, which does nothing beneath a dialog', async () => {
    await page.goto('/projects/default/health?verdict=archive');
    await button('Archive all 2 listed').waitFor();
    await button('Snooze…: old-banner').click();
    await page.getByRole('dialog').getByLabel('Reason').press('ControlOrMeta+Enter');
    await page.getByRole('dialog').getByLabel('Reason').press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    deepEqual(await archivedNames(), []);
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByText('Archived 2 features.').waitFor();
    await page.keyboard.press('z');
    await page.getByText('Restored 2 features, turned off in all environments.').waitFor();
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
    const refused = button('Archive: old-banner');
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
    await page.goto('/projects/default/features/half/settings');
    await choose('Complete');
    await dialog.getByRole('button', { name: 'Complete' }).click();
    await page.getByText('completed: kept').waitFor();
    await choose('Copy feature');
    await dialog.getByRole('button', { name: 'Copy feature' }).click();
    await page.getByRole('heading', { level: 1, name: 'half-copy' }).waitFor();
    await choose('Move to another project');
    await dialog.getByLabel('Project').selectOption('clean');
    await dialog.getByRole('button', { name: 'Move to another project' }).click();
    await page.getByText('Moved half-copy to clean.').waitFor();
    await page.waitForURL('**/projects/clean/features/half-copy');
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

  it('sends a change request for review with one click if the project is protected', async () => {
    const config = `${base}/environments/production/change-requests/config`;
    const { admin } = opened.product;
    equal((await admin.put(config, { changeRequestsEnabled: true, requiredApprovals: 1 })).status, 200);
    await page.goto('/projects/default/health');
    await button('Request to archive: old-banner').click();
    await page.getByText('Requested to archive old-banner.').waitFor();
    const [request] = await (await page.request.get(`${base}/change-requests/pending`)).json();
    deepEqual([request.state, request.features[0].changes[0].action], ['In review', 'archiveFeature']);
    equal((await archivedNames()).includes('old-banner'), false);
    await page.goto('/projects/default/health');
    await row('old-banner').getByText(`change request #${request.id} is open`).waitFor();
    equal((await admin.put(config, { changeRequestsEnabled: false })).status, 200);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1360, 800, 360]) {
      it(`is accessible in ${colorScheme} at ${width} pixels, and scrolls in one direction`, async () => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        for (const path of ['health', 'health?verdict=blocked', 'archive']) {
          await page.goto(`/projects/default/${path}`);
          await whenShown(page);
          deepEqual(await violationsOf(page), [], path);
          ok((await contentWidth(page)) <= width, path);
        }
      });
    }
  }
});
