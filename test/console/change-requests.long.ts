import { deepEqual, equal, ok } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import type { Page } from 'playwright-core';
import { type ConsoleInBrowser, contentWidth, isWell, openConsole, violationsOf, whenShown } from './console.fixture.ts';

const base = '/api/admin/projects/default';
const requests = `${base}/change-requests`;
const hostile = '<img src=x onerror=alert(1)>';
const rollout = (share: string) => ({ rollout: share, stickiness: 'userId', groupId: 'express-pay' });

/** A user who is not an administrator. */
const author = { username: 'olga', password: 'seven quiet lamps at dusk' };

describe('change requests', () => {
  let opened: ConsoleInBrowser;
  /** The browser of the administrator, who reviews. */
  let page: Page;
  /** The browser of the author, who proposes. */
  let proposer: Page;

  before(async function () {
    opened = await openConsole(this);
    const { admin } = opened.product;
    const well = async (answer: ReturnType<typeof admin.post>) => {
      const { status, body } = await answer;
      ok(status < 300, `${status} ${JSON.stringify(body)}`);
      return body;
    };
    for (const name of ['express-pay', 'card-vault'])
      await well(admin.post(`${base}/features`, { name, type: 'release', description: hostile }));
    const strategies = `${base}/features/express-pay/environments/production/strategies`;
    await well(admin.post(strategies, { name: 'flexibleRollout', title: 'Pilot', parameters: rollout('25') }));
    await well(admin.post(`${base}/features/express-pay/environments/production/on`));
    await well(admin.post(`${base}/features/card-vault/environments/production/on`));
    await well(admin.post(`${base}/personas`, { name: `Anna ${hostile}`, context: { appName: 'shop', userId: '7' } }));
    await well(admin.post('/api/admin/user-admin', { ...author, rootRole: roleIds.editor, sendEmail: false }));
    await well(admin.put(`${base}/environments/production/change-requests/config`, { changeRequestsEnabled: true, requiredApprovals: 1 }));
    page = await opened.logIn();
    proposer = await opened.logInAs(author);
  });
  after(() => opened?.close());
  afterEach(() => [page, proposer].forEach(isWell));

  const shareNow = async () => {
    const { body } = await opened.product.admin.get(`${base}/features/express-pay/environments/production/strategies`);
    return body[0].parameters.rollout as string;
  };
  /** Proposes a rollout in a draft, or in this request. Returns the request. */
  const propose = async (share: string, into?: number) => {
    await proposer.goto('/projects/default/features/express-pay?in=production');
    await proposer.getByRole('button', { name: 'Edit Pilot' }).click();
    await proposer.getByLabel('Rollout percentage').fill(share);
    if (into !== undefined) await proposer.getByRole('combobox', { name: 'Change request' }).selectOption(String(into));
    const target = into === undefined ? 'your draft' : `change request ${into}`;
    await proposer.getByRole('button', { name: `Add to ${target}` }).click();
    await proposer.getByText(`Added to ${target}.`).waitFor();
    await proposer.getByRole('link', { name: 'Open', exact: true }).click();
    await proposer.waitForURL(/change-requests\/\d+$/);
    return Number(/(\d+)$/.exec(proposer.url())?.[1]);
  };
  const visit = (id: number, on = page) => on.goto(`/projects/default/change-requests/${id}`);
  const step = (name: string, on = page) => on.locator('[aria-current="step"]', { hasText: name }).waitFor();
  /** The form with the approval, next to the content. */
  const decide = () => page.locator('form').filter({ has: page.getByRole('button', { name: /Approve exactly this|Apply now/ }) });
  const send = async () => {
    await proposer.getByRole('button', { name: 'Send for review' }).click();
    await proposer.getByRole('dialog').getByRole('button', { name: 'Send for review' }).click();
    await step('In review', proposer);
  };

  it('collect a change from the feature page in a draft, with its impact', async () => {
    const id = await propose('80');
    await step('Draft', proposer);
    await proposer.locator('del', { hasText: '25%' }).waitFor();
    await proposer.locator('ins', { hasText: '80%' }).waitFor();
    await proposer.getByText('of contexts get express-pay').waitFor();
    await proposer.goto('/projects/default/features/express-pay?in=production');
    await proposer.getByText(`Change request ${id}: Change express-pay in production from 25% to 80%`, { exact: true }).waitFor();
    await proposer.getByRole('link', { name: 'Review' }).click();
    await proposer.waitForURL(`**/change-requests/${id}`);
    equal(await shareNow(), '25');
  });

  it('are approved with exactly the shown content by someone else, with two keys, and applied', async () => {
    await propose('45');
    await send();
    equal(await proposer.getByRole('button', { name: /Approve exactly this/ }).getAttribute('aria-disabled'), 'true');
    await page.goto('/');
    await page.getByRole('link', { name: 'Change express-pay in production from 25% to 45%' }).click();
    await page.getByRole('button', { name: /Approve exactly this/ }).waitFor();
    await page.keyboard.press('a');
    await page.keyboard.press('Enter');
    await step('Approved');
    equal(await page.getByRole('dialog').count(), 0);
    await page.getByRole('button', { name: 'Apply now' }).click();
    await step('Applied');
    await page.locator('h1:focus').waitFor();
    equal(await shareNow(), '45');
  });

  it('are live two clicks after the start page', async () => {
    const id = await propose('50');
    await send();
    await page.goto('/');
    await page.getByRole('button', { name: 'Review: Change express-pay in production from 45% to 50%' }).click();
    const impact = page.getByRole('dialog').getByText('of contexts get express-pay');
    await impact.waitFor();
    await page.setViewportSize({ width: 1280, height: 360 });
    const [first, decision] = await Promise.all([
      impact.boundingBox(),
      page.getByRole('button', { name: /Approve exactly this/ }).boundingBox(),
    ]);
    ok(
      first && decision && first.y < decision.y && decision.y + decision.height <= 360,
      'the figures come first, and the decision is in view',
    );
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole('button', { name: 'Approve and apply' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    equal((await opened.product.admin.get(`${requests}/${id}`)).body.state, 'Applied');
    equal(await shareNow(), '50');
  });

  it('are not approved after an edit in between, and show the edit', async () => {
    const id = await propose('60');
    await send();
    await visit(id);
    await page.locator('ins', { hasText: '60%' }).waitFor();
    // The page keeps the content that the user reads.
    await page.route(`**/change-requests/${id}`, () => undefined);
    await propose('90', id);
    await page.unroute(`**/change-requests/${id}`);
    await page.getByRole('button', { name: /Approve exactly this/ }).click();
    await page.getByRole('heading', { name: 'This change request was edited while you were reading' }).waitFor();
    const edited = page.getByRole('alert').filter({ hasText: 'was edited while you were reading' });
    await edited.locator('ins', { hasText: '60%' }).waitFor();
    await edited.locator('ins', { hasText: '90%' }).waitFor();
    const { body } = await opened.product.admin.get(`${requests}/${id}`);
    deepEqual([body.state, body.approvals], ['In review', []]);
    equal(await page.getByRole('button', { name: /Approve exactly this/ }).getAttribute('aria-disabled'), 'true');
    await page.getByRole('button', { name: 'I’ve read the changes' }).click();
    await decide().getByLabel('Comment').fill(hostile);
    await page.getByRole('button', { name: /Approve exactly this/ }).click();
    await step('Approved');
    await page.getByText(hostile, { exact: true }).waitFor();
  });

  it('are scheduled, rescheduled and cancelled', async () => {
    await page.getByRole('button', { name: 'Schedule' }).click();
    await page.getByRole('dialog').getByLabel('Apply at').fill('2020-01-01T00:00');
    await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click();
    await page.getByText(/must be in the future/).waitFor();
    await page.getByRole('dialog').getByLabel('Apply at').fill('2090-01-01T08:00');
    await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click();
    await step('Scheduled');
    await page.getByRole('button', { name: 'Reschedule' }).click();
    equal(await page.getByRole('dialog').getByLabel('Apply at').inputValue(), '2090-01-01T08:00');
    await page.keyboard.press('Escape');
    await page.locator('main summary[aria-label="More actions"]').click();
    await page.getByRole('button', { name: 'Cancel schedule' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel schedule' }).click();
    await step('Rejected');
    equal(await shareNow(), '50');
  });

  it('lose a removed change, and are discarded', async () => {
    const id = await propose('70');
    await proposer.getByRole('button', { name: /^Edit: express-pay/ }).click();
    await proposer.getByLabel('Proposed values as JSON').fill('{');
    await proposer.getByRole('button', { name: 'Save change' }).click();
    await proposer.getByText('Enter valid JSON.').waitFor();
    await proposer.keyboard.press('Escape');
    await proposer.getByRole('button', { name: /^Remove: express-pay/ }).click();
    await proposer.getByRole('button', { name: 'Remove change' }).click();
    await proposer.getByText('Change removed.').waitFor();
    await eventually(async () => {
      const { status, body } = await opened.product.admin.get(`${requests}/${id}`);
      ok(status === 404 || body.features.length === 0);
    });
  });

  it('are listed by who they are waiting for', async () => {
    await page.goto('/projects/default/change-requests');
    await page.getByText('Nothing is waiting for you').first().waitFor();
    await whenShown(page);
    equal(await page.getByText('To require reviews, protect an environment').count(), 0);
    await page.getByRole('link', { name: 'Applied' }).click();
    await page.waitForURL('**/change-requests?show=applied');
    await page.getByRole('row').filter({ hasText: 'express-pay' }).first().waitFor();
    await page.goto('/projects/default/changes');
    await page.waitForURL('**/projects/default/change-requests');
    await visit(999_999);
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  });

  it('collect switches from the list in a protected environment, which announces it', async () => {
    await proposer.goto('/projects/default');
    const control = proposer.getByRole('switch', { name: 'card-vault in production' });
    equal(await control.getAttribute('title'), 'card-vault in production. Add to your draft');
    await control.click({ force: true });
    await proposer.getByText('Added to your draft: turn off card-vault in production.').waitFor();
  });

  it('collect the undo of an event, in the same draft', async () => {
    await proposer.goto('/projects/default/features/express-pay/history');
    await proposer.getByRole('button', { name: 'Undo: turned on the feature in production' }).first().click();
    await proposer.getByRole('dialog').getByRole('button', { name: 'Add to your draft' }).click();
    await proposer.getByText('Added to your draft.').waitFor();
    await eventually(async () => {
      const drafts = (await (await proposer.request.get(`${requests}/pending`)).json()) as readonly {
        readonly state: string;
        readonly features: readonly { readonly name: string }[];
      }[];
      deepEqual(
        drafts.map(({ state, features }) => [state, features.map(({ name }) => name).toSorted()]),
        [['Draft', ['card-vault', 'express-pay']]],
      );
    });
  });

  it('record an emergency switch in two taps, and require a reason afterwards', async () => {
    const { admin } = opened.product;
    const phone = await opened.logIn({ viewport: { width: 360, height: 740 }, hasTouch: true });
    await phone.goto('/projects/default/features/card-vault');
    await phone.getByRole('main').getByText('More', { exact: true }).tap();
    await phone.getByRole('button', { name: 'Add card-vault to favorites' }).tap();
    await phone.getByRole('button', { name: /^Remove .* from favorites$/, includeHidden: true }).waitFor({ state: 'attached' });
    await phone.goto('/');
    const first = phone.getByRole('button', { name: 'Turn off: card-vault in production' });
    await first.scrollIntoViewIfNeeded();
    const stood = await first.boundingBox();
    await first.tap();
    const sheet = phone.getByRole('dialog');
    await sheet.getByText(/counts as an emergency change/).waitFor();
    await sheet.getByText('No other feature depends on it.').waitFor();
    deepEqual(await violationsOf(phone), []);
    const second = await sheet.getByRole('button', { name: 'Turn off now' }).boundingBox();
    ok(stood && second && second.height >= 44);
    ok(second.y > stood.y + stood.height || second.y + second.height < stood.y, 'a double tap would have turned it off');
    await sheet.getByRole('button', { name: 'Turn off now' }).tap();
    await phone.getByText('card-vault is off in production.').waitFor();
    const { body } = await admin.get(`${base}/features/card-vault`);
    ok(body.environments.every(({ name, enabled }: { name: string; enabled: boolean }) => name !== 'production' || !enabled));
    await eventually(async () => {
      await phone.goto('/');
      await phone.getByText('reason missing').waitFor({ timeout: 2000 });
    });
    await phone.getByRole('listitem').filter({ hasText: 'reason missing' }).getByRole('link').click();
    await phone.getByRole('button', { name: 'Add reason' }).click();
    await phone.getByRole('dialog').getByLabel('Reason').fill(`INC-2071 ${hostile}`);
    await phone.getByRole('button', { name: 'Save reason' }).click();
    await phone.getByRole('heading', { level: 1, name: `INC-2071 ${hostile}` }).waitFor();
    isWell(phone);
    await phone.context().close();
  });

  it('end the protection only by approval, when an editor saves weaker rules', async () => {
    await proposer.goto('/projects/default/settings/protection/production');
    await proposer.getByLabel(/^Require change requests/).uncheck();
    await proposer.getByRole('button', { name: 'Save protection' }).click();
    await proposer.getByRole('link', { name: 'Open', exact: true }).click();
    await proposer.getByText('Protection', { exact: true }).first().waitFor();
    await proposer.locator('del', { hasText: 'true' }).waitFor();
    const { body } = await opened.product.admin.get(`${base}/change-requests/config`);
    const [production] = body.filter(({ environment }: { readonly environment: string }) => environment === 'production');
    equal(production.changeRequestEnabled, true);
  });

  it('change a global segment that protected environments of two projects use', async () => {
    const { admin } = opened.product;
    const { body: segment } = await admin.post('/api/admin/segments', { name: 'night shift', constraints: [] });
    equal((await admin.post('/api/admin/projects', { id: 'depot', name: 'Depot' })).status, 201);
    equal((await admin.post('/api/admin/projects/depot/features', { name: 'lamp' })).status, 201);
    const using = { name: 'default', segments: [segment.id] };
    for (const path of [`${base}/features/card-vault`, '/api/admin/projects/depot/features/lamp'])
      equal((await admin.post(`${path}/environments/production/strategies`, using)).status, 200);
    const rules = { changeRequestsEnabled: true, requiredApprovals: 2 };
    equal((await admin.put('/api/admin/projects/depot/environments/production/change-requests/config', rules)).status, 200);
    await proposer.goto(`/segments/${segment.id}`);
    await proposer.getByText(/Used in 2 protected environments of 2 projects, which must approve/).waitFor();
    await proposer.getByRole('button', { name: /^Edit/ }).first().click();
    await proposer.getByLabel('Name', { exact: true }).fill('day shift');
    await proposer.getByRole('button', { name: 'Add to your draft' }).click();
    await proposer.getByRole('link', { name: 'Open', exact: true }).click();
    await proposer.getByText('Also needs 2 approvals of 1 other project whose protected environments use the segment.').waitFor();
    equal((await admin.get(`/api/admin/segments/${segment.id}`)).body.name, 'night shift');
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1360, 800, 360]) {
      it(`are accessible in ${colorScheme} at ${width} pixels, and scroll in one direction`, async () => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        const isGood = async () => {
          deepEqual(await violationsOf(page), []);
          ok((await contentWidth(page)) <= width, page.url());
        };
        await page.goto('/projects/default/change-requests?show=all');
        await page.getByRole('row').filter({ hasText: 'express-pay' }).first().waitFor();
        await isGood();
        await page.getByRole('row').filter({ hasText: 'express-pay' }).first().getByRole('link').click();
        await page.getByRole('heading', { name: /^Changes/ }).waitFor();
        await isGood();
        await page.getByRole('button', { name: 'JSON' }).click();
        await isGood();
        await page.goto('/');
        await page.getByRole('heading', { name: 'Recently changed' }).waitFor();
        await isGood();
      });
    }
  }
});
