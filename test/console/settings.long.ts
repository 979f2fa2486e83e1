import { deepEqual, equal, ok } from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@signalbox/testing';
import type { Page } from 'playwright-core';
import { relayReport } from '../delivery/delivery-app.fixture.ts';
import { chooseAction, type ConsoleInBrowser, contentWidth, isWell, openConsole, violationsOf, whenShown } from './console.fixture.ts';

/** As `Date` counts months. */
const december = 11;
const hostile = '<img src=x onerror=alert(1)>';
const sections = [
  'users',
  'groups',
  'roles',
  'roles/new',
  'sign-up',
  'sign-on',
  'sign-on/oidc',
  'sign-on/saml',
  'api-tokens',
  'service-accounts',
  'origins',
  'relays',
  'webhooks',
  'webhooks/new',
  'webhooks/new?provider=webhook',
  'environments',
  'context-fields',
  'tag-types',
  'strategies',
  'maintenance',
  'dead-letters',
];

describe('the settings', () => {
  let opened: ConsoleInBrowser;
  let page: Page;
  let provider: Server;
  let issuer: string;
  let keys: readonly object[] = [];

  before(async function () {
    provider = createServer(({ url }, response) => {
      const metadata = { issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/keys` };
      response.end(JSON.stringify(url === '/keys' ? { keys } : metadata));
    });
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    const { port } = provider.address() as AddressInfo;
    issuer = `http://127.0.0.1:${port}`;
    opened = await openConsole(this, { INTERNAL_ISSUERS: `127.0.0.1:${port}` });
    const { admin } = opened.product;
    equal((await admin.post('/api/admin/tag-types', { name: 'team', description: hostile })).status, 201);
    equal((await admin.post('/api/admin/groups', { name: hostile, users: [] })).status, 201);
    page = await opened.logIn();
  });
  after(async () => {
    await opened?.close();
    provider.close();
  });
  afterEach(() => isWell(page));

  const open = async (section: string) => {
    await page.goto(`/settings/${section}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const field = (name: string) => page.getByRole('dialog').getByLabel(name, { exact: true });

  it('are a list of sections', async () => {
    await page.goto('/settings');
    await page.getByRole('link', { name: /^Roles/ }).click();
    await page.waitForURL('**/settings/roles');
    await row('Admin').first().waitFor();
  });

  it('list the relays that have reported, with their lag', async () => {
    const { as, tokens } = opened.product;
    const outdated = { environment: 'development', projects: ['*'], revisionId: 0 };
    const behind = { ...relayReport, identifier: 'edge-2' };
    const report = { ...relayReport, appName: hostile, region: 'eu-north-1', edgeApiKeyRevisionIds: [outdated], connectedEdges: [behind] };
    equal((await as({ authorization: tokens.client }).post('/api/client/metrics/edge', report)).status, 202);
    await open('relays');
    await row('edge-2, behind edge-1').filter({ hasText: 'Unknown' }).waitFor();
    await row(hostile)
      .filter({ hasText: 'eu-north-1' })
      .filter({ hasText: /Current|behind/ })
      .waitFor();
  });

  it('refuse to allow login with a provider that is not set up', async () => {
    await open('sign-on');
    await page.getByRole('link', { name: 'OpenID Connect' }).click();
    await page.getByLabel('Root role of new users').selectOption('Viewer');
    await page.getByLabel('Allow login with OpenID Connect').check();
    await button('Save OpenID Connect').click();
    equal(await page.getByLabel('Issuer or discovery URL').evaluate((field) => field.matches(':focus:invalid')), true);
    equal((await opened.product.admin.get('/api/admin/auth/oidc/settings')).body.enabled ?? false, false);
  });

  it('test the connection to an identity provider, and show its faults in words', async () => {
    await open('sign-on/oidc');
    await button('Test connection').click();
    const alert = page.getByRole('alert');
    await alert.filter({ hasText: 'The client ID is missing. The client secret is missing.' }).waitFor();
    await page.getByLabel('Issuer or discovery URL').fill(issuer);
    await page.getByLabel('Client ID').fill('signalbox');
    await page.getByLabel('Client secret').fill('known to both');
    await page.getByLabel('Root role of new users').selectOption('Viewer');
    await button('Save OpenID Connect').click();
    await page.getByText('Settings saved.').waitFor();
    await button('Test connection').click();
    await alert.filter({ hasText: `The list of keys (${issuer}/keys) has no RSA key that signs ID tokens.` }).waitFor();
    deepEqual(await violationsOf(page), []);
    keys = [{ kty: 'RSA', use: 'sig' }];
    await button('Test connection').click();
    await page.getByRole('status').filter({ hasText: 'The saved settings work' }).waitFor();
    deepEqual(await violationsOf(page), []);
    await open('sign-on/saml');
    await button('Test connection').click();
    await alert.filter({ hasText: 'The certificate is missing. The sign-on URL is missing.' }).waitFor();
  });

  it('show no action that nobody could take', async () => {
    await open('strategies');
    await row('flexibleRollout').waitFor();
    equal(await row('flexibleRollout').locator('summary, button').count(), 0);
    await open('roles');
    await row('built in').first().waitFor();
    equal(await row('built in').locator('summary, button').count(), 0);
    await open('environments');
    await page.locator('tbody summary').first().click();
    deepEqual(await page.locator('tbody tr').first().locator('details button').allInnerTexts(), ['Move down']);
    await open('dead-letters');
    await page.getByRole('heading', { level: 2, name: 'No dead letters' }).waitFor();
    equal(await page.locator('main section[aria-label]').count(), 0);
  });

  it('name sessions by browser and system', async () => {
    await page.goto('/profile');
    await row('Chrome on Linux').first().waitFor();
  });

  it('show names as text', async () => {
    await open('groups');
    await row(hostile).waitFor();
    await open('tag-types');
    ok((await row('team').innerText()).includes(hostile));
  });

  it('create a user with a custom role, which grants exactly its permissions', async () => {
    await open('roles/new');
    await page.getByLabel('Name', { exact: true }).fill('Gardener');
    await page.getByLabel('Scope').selectOption('root-custom');
    await page.getByLabel(/^Create projects/).check();
    await page.getByLabel(/^Create tag types/).check();
    await button('Save role').click();
    await row('Gardener').waitFor();

    await open('users');
    await button('Invite user').click();
    await field('Username').fill('gina');
    await field('Root role').selectOption({ label: 'Gardener' });
    await page.getByRole('dialog').getByRole('button', { name: 'Invite user' }).click();
    const link = await page.getByRole('dialog').getByLabel('Link', { exact: true }).innerText();
    await button('I’ve copied it').click();
    await row('gina').waitFor();

    const theirs = await opened.visit(new URL(link).pathname + new URL(link).search);
    await theirs.getByLabel('New password').fill('short');
    await theirs.getByText('fewer than 10 characters', { exact: false }).waitFor();
    await theirs.getByLabel('New password').fill('Trellis-and-rake-7');
    await theirs.getByText('This password is strong enough.').waitFor();
    await theirs.getByRole('button', { name: 'Set password' }).click();
    await theirs.getByText('Your password is set. Log in with it.').waitFor();
    await theirs.getByLabel('Username').fill('gina');
    await theirs.getByLabel('Password').fill('Trellis-and-rake-7');
    await theirs.getByRole('button', { name: 'Log in', exact: true }).click();
    await theirs.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
    await theirs.goto('/settings');
    await theirs.getByRole('link', { name: /^Tag types/ }).click();
    equal(await theirs.getByRole('link', { name: /^Users/ }).count(), 0);
    await theirs.getByRole('button', { name: 'New tag type' }).click();
    await theirs.getByRole('dialog').getByLabel('Name', { exact: true }).fill('season');
    await theirs.getByRole('dialog').getByRole('button', { name: 'New tag type' }).click();
    await theirs.getByText('Saved season.').waitFor();
    await theirs.getByRole('row').filter({ hasText: 'season' }).locator('summary').click();
    const refused = theirs.getByRole('button', { name: 'Delete', exact: true });
    equal(await refused.getAttribute('title'), 'You need the permission “Delete tag type”. Ask an administrator.');
    isWell(theirs);
  });

  it('list the environments of a role in their own order, without disabled ones', async () => {
    const { admin } = opened.product;
    const sort = async (body: Readonly<Record<string, number>>) =>
      equal((await admin.put('/api/admin/environments/sort-order', body)).status, 200);
    await sort({ production: 1, development: 2 });
    await open('roles/new');
    await page.getByRole('columnheader', { name: 'development' }).waitFor();
    deepEqual(await page.getByRole('columnheader').allInnerTexts(), ['Permission', 'all environments', 'production', 'development']);
    await sort({ development: 1, production: 2 });
  });

  it('give a role permissions by environment', async () => {
    await open('roles/new');
    await page.getByLabel('Name', { exact: true }).fill('Night watch');
    await page.getByLabel('Turn features on and off: production').check();
    await page.getByLabel('Approve change requests: all environments').check();
    ok(await page.getByLabel('Approve change requests: development').isDisabled());
    deepEqual(await violationsOf(page), []);
    await button('Save role').click();
    await row('Night watch').waitFor();
    const { body } = await opened.product.admin.get('/api/admin/roles');
    const { id } = body.roles.find(({ name }: { name: string }) => name === 'Night watch');
    const { permissions } = (await opened.product.admin.get(`/api/admin/roles/${id}`)).body;
    deepEqual(permissions.map(({ name, environment }: { name: string; environment?: string }) => [name, environment ?? 'all']).sort(), [
      ['APPROVE_CHANGE_REQUEST', 'all'],
      ['UPDATE_FEATURE_ENVIRONMENT', 'production'],
    ]);
  });

  it('create a token, show it once with usage examples, and delete it', async () => {
    await open('api-tokens');
    await button('New API token').click();
    await field('Name').fill('shop-server');
    await field('Environment').selectOption('development');
    await page.getByRole('dialog').getByRole('button', { name: 'New API token' }).click();
    const secret = await page.getByLabel('Secret', { exact: true }).innerText();
    ok((await page.getByLabel('curl', { exact: true }).innerText()).includes(`curl -H 'Authorization: ${secret}'`));
    deepEqual(await violationsOf(page), []);
    const { status, body } = await opened.product.as({ authorization: secret }).get('/api/client/features');
    deepEqual([status, body.version], [200, 2]);
    await button('I’ve copied it').click();
    equal((await row('shop-server').innerText()).includes(secret), false);
    await chooseAction(page, 'shop-server', 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete token' }).click();
    await page.getByText('Deleted shop-server.').waitFor();
    equal((await opened.product.as({ authorization: secret }).get('/api/client/features')).status, 401);
  });

  it('show an error next to its field', async () => {
    await open('origins');
    await page.getByRole('textbox', { name: 'Origins' }).fill('not an origin');
    await button('Save origins').click();
    await page.getByRole('textbox', { name: 'Origins' }).and(page.locator('[aria-invalid=true]')).waitFor();
    await page.getByRole('textbox', { name: 'Origins' }).fill('https://shop.example');
    await button('Save origins').click();
    await page.getByText('Origins saved.').waitFor();
  });

  it('turn maintenance mode on with a banner, and off', async () => {
    await open('maintenance');
    await page.getByRole('switch', { name: 'Maintenance mode' }).click();
    await page.getByText('Maintenance mode: features are served as usual', { exact: false }).waitFor();
    await page.getByRole('switch', { name: 'Maintenance mode' }).click();
    await page.getByText('Maintenance mode is off.').waitFor();
    equal((await opened.product.admin.get('/api/admin/maintenance')).body.enabled, false);
  });

  it('create a context field with legal values', async () => {
    await open('context-fields');
    await button('New context field').click();
    await field('Name').fill('country');
    await field('Allowed values').fill('SE | Sweden\nNO');
    await page.getByRole('dialog').getByRole('button', { name: 'New context field' }).click();
    await page.getByText('Saved country.').waitFor();
    deepEqual((await opened.product.admin.get('/api/admin/context/country')).body.legalValues, [
      { value: 'SE', description: 'Sweden' },
      { value: 'NO' },
    ]);
  });

  it('create a webhook on a page of its own, with events in words, and test it', async () => {
    await open('webhooks');
    await button('New webhook').click();
    await page.getByRole('link', { name: 'Webhook', exact: true }).click();
    await page.getByLabel('Description', { exact: true }).fill('To the bell');
    await page.getByLabel('URL', { exact: true }).fill('https://bell.example/ring');
    await page.getByLabel('Body template', { exact: true }).fill('{ "text": "{{event.createdBy}}: {{event.featureName}}" }');
    await page.getByRole('group', { name: 'Request 1' }).getByText('"text": "admin: signalbox-test"').waitFor();
    await page.getByLabel('Body template', { exact: true }).fill('{{#event}}');
    await page.getByText('bodyTemplate is not a valid Mustache template').waitFor();
    await page.getByLabel('Body template', { exact: true }).fill('');
    await page.getByRole('group', { name: 'Request 1' }).getByText('"type": "feature-environment-enabled"').waitFor();
    await page.getByLabel(/^Turned on/).check();
    await page.getByLabel('Change requests', { exact: true }).check();
    await button('New webhook').click();
    await page.getByRole('heading', { level: 1, name: 'To the bell' }).waitFor();
    await page.waitForURL(/\/settings\/webhooks\/\d+$/);
    await page.getByText('No events sent yet').waitFor();
    const { body } = await opened.product.admin.get('/api/admin/addons');
    const { events } = body.addons.find(({ description }: { description: string }) => description === 'To the bell');
    ok(events.includes('feature-environment-enabled') && events.includes('change-request-applied') && !events.includes('feature-created'));
    await button('Send a test: Log').click();
    await row('signalbox-test').waitFor();
    deepEqual(await violationsOf(page), []);
    await page.getByLabel('Enabled', { exact: true }).uncheck();
    await button('Save webhook').click();
    await button('Send a test: Log').and(page.locator('[aria-disabled=true]')).waitFor();
  });

  it('set the rules of a project, after a look at the changes that they would have refused', async () => {
    equal((await opened.product.admin.post('/api/admin/projects/default/features', { name: 'undescribed' })).status, 201);
    await page.goto('/projects/default/settings');
    const panel = page.getByRole('region', { name: 'Rules', exact: true });
    await panel.getByLabel('Require a description').check();
    await panel.getByLabel('Enable features elsewhere before').selectOption('production');
    await panel.getByLabel('Enable them first in').selectOption('development');
    await eventually(async () => {
      await button('Try on recent changes').click();
      await panel.getByText(/^description: [1-9]/).waitFor({ timeout: 1000 });
    });
    deepEqual(await violationsOf(page), []);
    await button('Save rules').click();
    await page.getByText('Saved the rules.').waitFor();
    const path = '/api/admin/projects/default/rules';
    const rules = async () => (await opened.product.admin.get(path)).body.rules;
    deepEqual(await rules(), { stagedFirst: { environment: 'production', after: 'development' }, description: {} });
    await panel.getByLabel('Require a description').uncheck();
    await panel.getByLabel('Enable features elsewhere before').selectOption('not required');
    await button('Save rules').click();
    await eventually(async () => deepEqual(await rules(), {}));
  });

  it('protect an environment with reviewers, a second approval and a freeze', async () => {
    await page.goto('/projects/default/settings');
    await chooseAction(page, 'production', 'Protect');
    await page.getByRole('heading', { level: 1, name: 'Protection of production' }).waitFor();
    await button('Add freeze: production').and(page.locator('[aria-disabled=true]')).waitFor();
    await page.getByLabel(/^Require change requests/).check();
    await page.getByLabel('Required approvals').fill('2');
    await page.getByLabel(/^One more approval above/).fill('12.5');
    await page.getByLabel(/^Owner/).check();
    await button('Save protection').click();
    await page.getByText('Saved production.').waitFor();
    await button('Add freeze: production').click();
    await field('Name').fill('Christmas');
    await field('Start').fill('2026-12-24T12:00');
    await field('End').fill('2026-12-27T08:00');
    await field('Repeats').selectOption('every year');
    deepEqual(await violationsOf(page), []);
    await button('Save freeze').click();
    await row('Christmas').getByText('every year').waitFor();
    const path = '/api/admin/projects/default/change-requests/config';
    const rules = async () => {
      const { body } = await opened.product.admin.get(path);
      return body.find(({ environment }: { environment: string }) => environment === 'production');
    };
    const { requiredApprovals, secondApprovalAbove, reviewers, freezes } = await rules();
    deepEqual([requiredApprovals, secondApprovalAbove, reviewers.roles.length], [2, 0.125, 1]);
    deepEqual([freezes.length, freezes[0].end, freezes[0].repeats], [1, '2026-12-27T08:00', 'yearly']);
    for (let month = new Date().getMonth(); month < december; month += 1) await button('Next month').click();
    const calendar = page.getByRole('table', { name: `Frozen days in December ${new Date().getFullYear()}` });
    await calendar.getByText('Christmas until 08:00').waitFor();
    deepEqual(await calendar.locator('td', { hasText: 'Christmas' }).allInnerTexts(), [
      '24\nChristmas from 12:00',
      '25\nChristmas',
      '26\nChristmas',
      '27\nChristmas until 08:00',
    ]);
    deepEqual(await violationsOf(page), []);
    await chooseAction(page, 'Christmas', 'Delete');
    await button('Delete freeze').click();
    await page.getByText('No freezes').waitFor();
    await page.getByLabel(/^Require change requests/).uncheck();
    await button('Save protection').click();
    await button('Add freeze: production').and(page.locator('[aria-disabled=true]')).waitFor();
  });

  it('give a group roles in a project', async () => {
    await page.goto('/projects/default/settings');
    await button('Add members: Members').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Member/).check();
    await dialog.getByLabel(hostile).check();
    await dialog.getByRole('button', { name: 'Add members' }).click();
    await row(hostile).waitFor();
    const { body } = await opened.product.admin.get('/api/admin/projects/default/access');
    deepEqual(
      body.groups.map(({ name }: { name: string }) => name),
      [hostile],
    );
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1360, 360]) {
      for (const path of ['/settings', '/profile', '/projects/default/settings', ...sections.map((section) => `/settings/${section}`)]) {
        it(`${path} is accessible in ${colorScheme} at ${width} pixels, and scrolls in one direction`, async () => {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 800 });
          await page.goto(path);
          await whenShown(page);
          deepEqual(await violationsOf(page), []);
          ok((await contentWidth(page)) <= width);
        });
      }
    }
  }
});
