import { equal, ok } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import type { Client } from '@signalbox/testing';
import type { Locator, Page } from 'playwright-core';
import { type ConsoleInBrowser, isWell, openConsole } from './console.fixture.ts';

const base = '/api/admin/projects/default';
const olga = { username: 'olga', password: 'seven quiet lamps at dusk' };

/** Input actions that are counted: clicks, and keys other than typed text. */
interface Hand {
  readonly click: (on: Locator) => Promise<void>;
  readonly press: (key: string) => Promise<void>;
  /** Counts as one, whatever its length. */
  readonly type: (text: string) => Promise<void>;
}

/** The limits of a job, from a loaded page to the visible result. */
interface Budget {
  readonly deeds: number;
  readonly seconds: number;
}

describe('the ten jobs', function () {
  this.timeout(180_000);
  let opened: ConsoleInBrowser;
  let page: Page;

  before(async function () {
    opened = await openConsole(this);
    await setUp(opened.product.admin);
    page = await opened.logIn();
  });
  after(() => opened?.close());
  afterEach(() => isWell(page));

  async function done(client: Client, path: string, body: object = {}) {
    const { status, body: answer } = await client.post(path, body);
    ok(status < 300, `${path} ${status} ${JSON.stringify(answer)}`);
    return answer;
  }

  async function setUp(admin: Client): Promise<void> {
    await done(admin, '/api/admin/environments', { name: 'staging', type: 'preproduction' });
    await done(admin, `${base}/environments`, { environment: 'staging' });
    equal((await admin.put('/api/admin/environments/sort-order', { development: 1, staging: 2, production: 3 })).status, 200);
    for (const name of ['express-pay', 'card-vault', 'old-banner', 'older-banner']) await done(admin, `${base}/features`, { name });
    const pilot = { name: 'flexibleRollout', title: 'Pilot', parameters: { rollout: '25', stickiness: 'userId', groupId: 'pilot' } };
    await done(admin, `${base}/features/express-pay/environments/production/strategies`, pilot);
    await done(admin, `${base}/features/express-pay/environments/staging/strategies`, { name: 'default' });
    for (const [name, environment] of [
      ['express-pay', 'production'],
      ['express-pay', 'staging'],
      ['card-vault', 'production'],
    ])
      await done(admin, `${base}/features/${name}/environments/${environment}/on`);
    await done(admin, `${base}/stale`, { features: ['old-banner', 'older-banner'], stale: true });
    await done(admin, `${base}/personas`, { name: 'Berlin', context: { appName: 'shop', userId: '123' } });
    await done(admin, '/api/admin/user-admin', { ...olga, rootRole: roleIds.editor, sendEmail: false });
  }

  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const more = () => page.getByRole('navigation', { name: 'Main' }).locator('summary', { hasText: 'More' });
  const link = (name: string) => page.getByRole('link', { name, exact: true }).first();

  /** Does a job from the given page and counts actions. */
  function job(title: string, { deeds, seconds }: Budget, from: string, work: (hand: Hand) => Promise<unknown>): void {
    it(`${title}, in ${deeds} clicks or keys and ${seconds} s`, async () => {
      await page.goto(from);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
      let counted = 0;
      const counting =
        <Given extends unknown[]>(deed: (...given: Given) => Promise<unknown>) =>
        async (...given: Given) => {
          counted += 1;
          await deed(...given);
        };
      const begun = performance.now();
      await work({
        click: counting((on) => on.click()),
        press: counting((key) => page.keyboard.press(key)),
        type: counting((text) => page.keyboard.type(text)),
      });
      const took = (performance.now() - begun) / 1000;
      ok(counted <= deeds, `${counted} clicks or keys`);
      ok(took <= seconds, `${took.toFixed(1)} s`);
    });
  }

  job('turn a known feature off in production', { deeds: 5, seconds: 5 }, '/projects', async ({ press, type }) => {
    await press('ControlOrMeta+k');
    await page.getByRole('dialog', { name: 'Search and commands' }).waitFor();
    await type('card-vault');
    await page
      .getByRole('option', { name: /card-vault/ })
      .first()
      .waitFor();
    await press('Enter');
    await page.getByRole('option', { name: 'Open card-vault' }).waitFor();
    await press('3');
    await press('Enter');
    await page.getByText('card-vault is off in production.').waitFor();
  });

  job('undo the last change', { deeds: 2, seconds: 2 }, '/projects/default/features/card-vault', async ({ press, click }) => {
    await click(page.getByRole('switch', { name: 'card-vault in development' }));
    await page.getByText('card-vault is on in development.').waitFor();
    await press('z');
    await page.getByText('card-vault is off in development.').waitFor();
  });

  job('find out why a user does not get a feature', { deeds: 3, seconds: 10 }, '/projects/default', async ({ click }) => {
    await click(link('express-pay'));
    await click(link('Berlin'));
    await page.getByRole('heading', { level: 2, name: /for this user/ }).waitFor();
  });

  job('find the latest changes', { deeds: 2, seconds: 3 }, '/projects/default', async ({ press }) => {
    await press('g');
    await press('a');
    await page.getByRole('listitem').filter({ hasText: 'card-vault' }).first().waitFor();
  });

  job('raise a rollout from 25% to 50%', { deeds: 4, seconds: 10 }, '/projects/default', async ({ click }) => {
    await click(link('express-pay'));
    await click(button('Edit Pilot'));
    await page.getByLabel('Rollout percentage').fill('50');
    await click(button('Save strategy'));
    await page.getByText('Saved Pilot in production.').waitFor();
  });

  job('create a feature that is on in development', { deeds: 4, seconds: 15 }, '/projects/default', async ({ press, type }) => {
    await press('n');
    await page.getByLabel('Name', { exact: true }).waitFor();
    await type('gift-cards');
    await press('Enter');
    await page.getByRole('switch', { name: 'gift-cards in development' }).waitFor();
    await press('1');
    await page.getByText('gift-cards is on in development.').waitFor();
  });

  job('promote staging to production', { deeds: 3, seconds: 20 }, '/projects/default', async ({ click }) => {
    await click(more());
    await click(link('Promote and import'));
    await page.getByLabel('From').waitFor();
    equal(await page.getByLabel('From').inputValue(), 'staging');
    // Changes without warnings are selected from the start.
    await click(button(/^Promote \d+ features? to production/));
    await page.getByText(/^Promoted .* to production\./).waitFor();
  });

  job('find features to remove, and archive them', { deeds: 3, seconds: 20 }, '/projects/default', async ({ click }) => {
    await click(link('Health'));
    await click(page.getByLabel('Select all 2 below'));
    await click(button('Archive 2 features'));
    await page.getByText('Archived 2 features.').waitFor();
  });

  job('see the first evaluation of an application arrive', { deeds: 4, seconds: 60 }, '/projects/default', async ({ click }) => {
    await click(more());
    await click(link('Connect'));
    await click(button('Create token'));
    await page.getByText('Your token is in the snippet below.', { exact: false }).waitFor();
    const [, token = ''] = /Authorization: '([^']+)'/.exec(await page.getByLabel('Code for Node', { exact: true }).innerText()) ?? [];
    const application = opened.product.as({ authorization: token });
    await done(application, '/api/client/register', { appName: 'jobs', strategies: [], started: new Date().toISOString(), interval: 1000 });
    await page.getByText(/Connected in \w+: jobs\./).waitFor();
  });

  describe('of a reviewer', () => {
    let id: number;
    before(async () => {
      const { admin, as } = opened.product;
      const protection = { changeRequestsEnabled: true, requiredApprovals: 1 };
      equal((await admin.put(`${base}/environments/staging/change-requests/config`, protection)).status < 300, true);
      const { headers } = await as({}).post('/auth/simple/login', olga);
      const hers = as({ cookie: String(headers['set-cookie']).split(';')[0] ?? '' });
      const change = { feature: 'card-vault', action: 'updateEnabled', payload: { enabled: true } };
      id = (await done(hers, `${base}/environments/staging/change-requests`, change)).id;
      equal((await hers.put(`${base}/change-requests/${id}/state`, { state: 'In review' })).status < 300, true);
    });

    job('review and approve a request', { deeds: 3, seconds: 30 }, '/', async ({ click, press }) => {
      await click(page.getByRole('link', { name: 'Turn on card-vault in staging' }));
      await button(/Approve exactly this/).waitFor();
      await press('a');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Approve/ })
        .waitFor();
      await press('Enter');
      await page.locator('[aria-current="step"]', { hasText: 'Approved' }).waitFor();
    });
  });
});
