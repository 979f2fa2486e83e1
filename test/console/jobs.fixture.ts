import { deepEqual, equal, ok } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import type { Page } from 'playwright-core';
import { creating } from './console.fixture.ts';
import type { Hand, HandName } from './hand.fixture.ts';
import type { Product } from '../journeys/product.ts';

/** A frequent task, with the number of clicks or keys that it may take. */
export interface Job {
  readonly title: string;
  readonly from: string;
  readonly max: Readonly<Record<HandName, number>>;
  /** Not counted. */
  readonly before?: (page: Page) => Promise<unknown>;
  readonly byMouse: (hand: Hand) => Promise<unknown>;
  /** Where it differs from the mouse. */
  readonly byPhone?: (hand: Hand) => Promise<unknown>;
  readonly byKeys: (hand: Hand) => Promise<unknown>;
  /** Waits for the result on the screen. */
  readonly done: (page: Page, product: Product) => Promise<unknown>;
}

const features = '/projects/default';
const button = ({ page }: Hand, name: string | RegExp) => page.getByRole('button', { name }).first();
const link = ({ page }: Hand, name: string) => page.getByRole('link', { name, exact: true }).first();
const option = ({ page }: Hand, name: string | RegExp) => page.getByRole('option', { name }).first();
const inDialog = ({ page }: Hand, name: string | RegExp) => page.getByRole('dialog').getByRole('button', { name });
const text = (page: Page, shown: string | RegExp) => page.getByText(shown).first().waitFor();

/** Runs a command of the palette by keys. */
async function command(hand: Hand, typed: string, found: string | RegExp): Promise<void> {
  await hand.press('ControlOrMeta+k');
  await hand.type(typed);
  await option(hand, found).waitFor();
  await hand.press('Enter');
}

/** Runs a command of the palette by its button. */
async function commandByMouse(hand: Hand, typed: string, found: string | RegExp): Promise<void> {
  await hand.point(button(hand, 'Search or run a command'));
  await hand.type(typed);
  await hand.point(option(hand, found));
}

/** Opens a rare page, in the bottom bar or the rail. */
const openRare = async (hand: Hand, name: string, more: ReturnType<typeof button>): Promise<void> => {
  await hand.point(more);
  await hand.point(hand.page.getByRole('link', { name, exact: true }).locator('visible=true').first());
};
const moreInRail = ({ page }: Hand) => page.getByRole('navigation', { name: 'Main' }).locator('summary', { hasText: 'More' });
const moreAtFoot = (hand: Hand) => hand.page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'More' });

const withoutWarnings = /^Select (?:all \d+|the change) without warnings$/;

async function promote(hand: Hand): Promise<void> {
  await hand.point(hand.page.getByLabel(withoutWarnings));
  await hand.point(button(hand, /^Promote \d+ features? to production/));
}

const archiveAll = (hand: Hand) => button(hand, 'Archive all 2 listed');

export const jobs: readonly Job[] = [
  {
    title: 'turn a known feature off in production',
    from: '/',
    max: { mouse: 2, keys: 5, phone: 2 },
    async byMouse(hand) {
      await hand.point(button(hand, 'Turn off: card-vault in production'));
      await hand.point(inDialog(hand, 'Turn off now'));
    },
    async byKeys(hand) {
      await command(hand, 'card-vault', /card-vault/);
      await option(hand, 'Open card-vault').waitFor();
      await hand.type('3');
      await hand.press('Enter');
    },
    done: (page) => text(page, 'card-vault is off in production.'),
  },
  {
    title: 'find out why a user does not get a feature',
    from: features,
    max: { mouse: 2, keys: 3, phone: 4 },
    async byMouse(hand) {
      await hand.point(link(hand, 'anti-fraud'));
      await hand.point(link(hand, 'Berlin'));
    },
    async byKeys(hand) {
      await link(hand, 'anti-fraud').waitFor();
      await hand.press('e');
      await hand.type('123');
      await hand.press('Enter');
    },
    done: (page) => page.getByRole('heading', { level: 2, name: /for this user/ }).waitFor(),
  },
  {
    title: 'see what changed in production in the past hour',
    from: '/',
    max: { mouse: 4, keys: 5, phone: 2 },
    byMouse: (hand) => hand.point(link(hand, 'Past hour in production')),
    byKeys: (hand) => command(hand, 'past hour in production', 'Changes in production in the past hour'),
    async done(page) {
      await page.waitForURL((url) => url.searchParams.get('q') === 'in:production last:1h');
      await page.getByRole('listitem').filter({ hasText: 'card-vault' }).first().waitFor();
    },
  },
  {
    title: 'raise a rollout from 25% to 50%',
    from: features,
    max: { mouse: 4, keys: 7, phone: 4 },
    async byMouse(hand) {
      await hand.point(link(hand, 'express-pay'));
      await hand.point(button(hand, 'Edit Pilot'));
      await hand.type('50');
      await hand.point(button(hand, 'Save strategy'));
    },
    async byKeys(hand) {
      await command(hand, 'express-pay', /express-pay/);
      await option(hand, 'Open express-pay').waitFor();
      await hand.press('Enter');
      await button(hand, 'Edit Pilot').waitFor();
      await hand.press('Enter');
      await hand.type('50');
      await hand.press('ControlOrMeta+Enter');
    },
    done: (page) => text(page, 'Saved Pilot in production.'),
  },
  {
    title: 'roll a feature out to 10% in production, from nothing',
    from: `${features}/features/fresh-look`,
    max: { mouse: 5, keys: 4, phone: 5 },
    async byMouse(hand) {
      await hand.point(button(hand, 'a percentage'));
      await hand.type('10');
      await hand.point(button(hand, 'Save strategy'));
      await hand.page.getByRole('form', { name: 'New strategy' }).waitFor({ state: 'detached' });
      await hand.point(hand.page.getByRole('switch', { name: 'fresh-look in production' }));
    },
    async byKeys(hand) {
      await button(hand, 'a percentage').waitFor();
      await hand.press('s');
      await hand.type('10');
      await hand.press('ControlOrMeta+Enter');
      await hand.page.getByRole('form', { name: 'New strategy' }).waitFor({ state: 'detached' });
      await hand.press('3');
    },
    done: (page) => text(page, 'fresh-look is on in production.'),
  },
  {
    title: 'undo the last change',
    from: `${features}/features/old-banner?in=development`,
    max: { mouse: 1, keys: 1, phone: 2 },
    async before(page) {
      await page.getByRole('switch', { name: 'old-banner in development' }).click();
      await text(page, 'old-banner is on in development.');
    },
    byMouse: (hand) => hand.point(button(hand, /^Undo(?: Z)?$/)),
    byKeys: (hand) => hand.press('z'),
    done: (page) => text(page, 'old-banner is off in development.'),
  },
  {
    title: 'review and approve a request',
    from: '/',
    max: { mouse: 3, keys: 3, phone: 3 },
    async byMouse(hand) {
      await hand.point(button(hand, 'Review: Turn on pay-later in production'));
      await hand.point(inDialog(hand, 'Approve exactly this'));
    },
    async byKeys(hand) {
      await button(hand, 'Review: Turn on pay-later in production').waitFor();
      await hand.press('a');
      await inDialog(hand, 'Approve exactly this').waitFor();
      await hand.press('ControlOrMeta+Enter');
    },
    done: (page) => text(page, 'Approved.'),
  },
  {
    title: 'create a feature that is on in development',
    from: features,
    max: { mouse: 3, keys: 4, phone: 4 },
    async byMouse(hand) {
      await hand.point(button(hand, /^New feature/));
      await hand.type('Gift cards');
      await hand.point(inDialog(hand, 'Create and turn on in development'));
    },
    async byKeys(hand) {
      await button(hand, /^New feature/).waitFor();
      await hand.press('n');
      await hand.type('Gift cards');
      await hand.press('Enter');
      await hand.page.getByRole('switch', { name: 'gift-cards in development' }).waitFor();
      await hand.press('1');
    },
    done: (page) => text(page, 'gift-cards is on in development.'),
  },
  {
    title: 'promote staging to production',
    from: features,
    max: { mouse: 4, keys: 6, phone: 4 },
    async byMouse(hand) {
      await openRare(hand, 'Promote and import', moreInRail(hand));
      await promote(hand);
    },
    async byPhone(hand) {
      await openRare(hand, 'Promote and import', moreAtFoot(hand));
      await promote(hand);
    },
    async byKeys(hand) {
      await command(hand, 'promote', /^Promote default/);
      await hand.page.getByLabel(withoutWarnings).waitFor();
      await hand.press('x');
      await button(hand, /^Promote \d+ features? to production/).waitFor();
      await hand.press('ControlOrMeta+Enter');
    },
    done: (page) => text(page, /^Promoted .* to production\./),
  },
  {
    title: 'find features to remove, and archive them',
    from: '/projects/removals',
    max: { mouse: 2, keys: 5, phone: 3 },
    async byMouse(hand) {
      await hand.point(link(hand, 'Health'));
      await hand.point(archiveAll(hand));
    },
    async byPhone(hand) {
      await openRare(hand, 'Health', moreAtFoot(hand));
      await hand.point(archiveAll(hand));
    },
    async byKeys(hand) {
      await command(hand, 'clean up', /^Clean up/);
      await archiveAll(hand).waitFor();
      await hand.press('ControlOrMeta+Enter');
    },
    done: (page) => text(page, 'Archived 2 features.'),
  },
  {
    title: 'see the first evaluation of an application arrive',
    from: features,
    max: { mouse: 2, keys: 5, phone: 3 },
    async byMouse(hand) {
      await hand.point(link(hand, 'Connect an application'));
      await hand.point(button(hand, 'Create token'));
    },
    async byKeys(hand) {
      await command(hand, 'connect', /^Connect an application/);
      await button(hand, 'Create token').waitFor();
      await hand.press('ControlOrMeta+Enter');
    },
    async done(page, product) {
      await page.getByText('Your token is in the snippet below.', { exact: false }).waitFor();
      const snippet = await page.getByLabel('Code for Node', { exact: true }).innerText();
      const [, authorization = ''] = /Authorization: '([^']+)'/.exec(snippet) ?? [];
      const registration = { appName: 'jobs', strategies: [], started: new Date().toISOString(), interval: 1000 };
      ok((await product.as({ authorization }).post('/api/client/register', registration)).status < 300);
      await text(page, /Connected in \w+: jobs\./);
    },
  },
  {
    title: 'add an approver',
    from: features,
    max: { mouse: 4, keys: 4, phone: 4 },
    async byMouse(hand) {
      await commandByMouse(hand, 'add olga as approver', 'Add olga to default as approver');
      await hand.point(inDialog(hand, 'Add members'));
    },
    async byKeys(hand) {
      await command(hand, 'add olga as approver', 'Add olga to default as approver');
      await hand.page.getByRole('checkbox', { name: 'Owner' }).and(hand.page.locator(':focus')).waitFor();
      await hand.press('Enter');
    },
    async done(page, { admin }) {
      await text(page, 'Members added.');
      const { users, roles } = (await admin.get('/api/admin/projects/default/access')).body;
      const given = users.find(({ username }: { username: string }) => username === olga.username)?.roles;
      const names = roles.filter(({ id }: { id: number }) => given?.includes(id)).map(({ name }: { name: string }) => name);
      deepEqual(names, ['Change request approver']);
    },
  },
  {
    title: 'invite a user',
    from: '/',
    max: { mouse: 4, keys: 7, phone: 4 },
    async byMouse(hand) {
      await commandByMouse(hand, 'invite ingrid@example.com', 'Invite ingrid@example.com');
      await hand.point(inDialog(hand, 'Invite user'));
    },
    async byKeys(hand) {
      await command(hand, 'invite ingrid@example.com', 'Invite ingrid@example.com');
      await inDialog(hand, 'Invite user').waitFor();
      await hand.press('Enter');
    },
    done: (page) => page.getByRole('dialog', { name: 'Invited ingrid@example.com' }).waitFor(),
  },
  {
    title: 'schedule a change',
    from: `${features}/features/winter-sale`,
    max: { mouse: 3, keys: 6, phone: 3 },
    async byMouse(hand) {
      await hand.point(hand.page.getByTitle('More actions in production'));
      await hand.point(button(hand, 'Turn on at a time…'));
      await hand.point(inDialog(hand, 'Schedule'));
    },
    async byKeys(hand) {
      await command(hand, 'winter-sale', /winter-sale/);
      await option(hand, 'Open winter-sale').waitFor();
      await hand.type('schedule production');
      await option(hand, 'Turn on winter-sale in production at a time…').waitFor();
      await hand.press('Enter');
      await inDialog(hand, 'Schedule').waitFor();
      await hand.press('Enter');
    },
    done: (page) => text(page, /^Scheduled for /),
  },
];

const olga = { username: 'olga', password: 'seven quiet lamps at dusk' };
const base = '/api/admin/projects/default';

/** Creates the objects of all jobs. */
/** A project whose two features are in no code and without requests. Days without requests count from now. */
async function setUpRemovals(product: Product): Promise<void> {
  const created = creating(product);
  const removals = '/api/admin/projects/removals';
  await created('/api/admin/projects', { id: 'removals', name: 'Removals' });
  for (const name of ['spring-sale', 'summer-sale']) await created(`${removals}/features`, { name });
  const scan = { commit: 'abc1234', scannedAt: new Date().toISOString(), sequence: 1, references: [] };
  ok((await product.admin.put(`${removals}/code-references/shop/branches/main`, scan)).status < 300);
  const ready = `${removals}/cleanup?verdict=archive`;
  await eventually(async () => equal((await product.admin.get(ready)).body.total, 2));
}

export async function setUpJobs(product: Product): Promise<void> {
  const { admin, as } = product;
  const created = creating(product);
  const put = async (path: string, body: object) => ok((await admin.put(path, body)).status < 300, path);
  await created('/api/admin/environments', { name: 'staging', type: 'preproduction' });
  await created(`${base}/environments`, { environment: 'staging' });
  await put('/api/admin/environments/sort-order', { development: 1, staging: 2, production: 3 });
  const names = ['anti-fraud', 'card-vault', 'express-pay', 'fresh-look', 'old-banner', 'winter-sale'];
  for (const name of names) await created(`${base}/features`, { name });
  const pilot = { name: 'flexibleRollout', title: 'Pilot', parameters: { rollout: '25', stickiness: 'userId', groupId: 'pilot' } };
  for (const name of ['anti-fraud', 'express-pay']) await created(`${base}/features/${name}/environments/production/strategies`, pilot);
  await created(`${base}/features/express-pay/environments/staging/strategies`, { name: 'default' });
  for (const [name, environment] of [
    ['anti-fraud', 'production'],
    ['express-pay', 'production'],
    ['express-pay', 'staging'],
    ['card-vault', 'production'],
  ])
    await created(`${base}/features/${name}/environments/${environment}/on`);
  await setUpRemovals(product);
  await created(`${base}/personas`, { name: 'Berlin', context: { appName: 'shop', userId: '123' } });
  await created('/api/admin/user-admin', { ...olga, rootRole: roleIds.editor, sendEmail: false });
  const shop = '/api/admin/projects/shop';
  await created('/api/admin/projects', { id: 'shop', name: 'Shop' });
  await created(`${shop}/features`, { name: 'pay-later' });
  await put(`${shop}/environments/production/change-requests/config`, { changeRequestsEnabled: true, requiredApprovals: 1 });
  const { headers } = await as({}).post('/auth/simple/login', olga);
  const hers = as({ cookie: String(headers['set-cookie']).split(';')[0] ?? '' });
  const change = { feature: 'pay-later', action: 'updateEnabled', payload: { enabled: true } };
  const { body } = await hers.post(`${shop}/environments/production/change-requests`, change);
  ok((await hers.put(`${shop}/change-requests/${body.id}/state`, { state: 'In review' })).status < 300);
}
