import { deepEqual, equal, match } from 'node:assert/strict';
import { Secret, TOTP } from 'otpauth';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { type ConsoleInBrowser, isWell, openConsole, violationsOf } from './console.fixture.ts';

describe('logging in', () => {
  let opened: ConsoleInBrowser;

  before(async function () {
    opened = await openConsole(this);
  });
  after(() => opened?.close());

  it('redirects to the login page, and then to the requested page', async () => {
    const page = await opened.visit('/projects?q=1');
    await page.waitForURL('**/login?to=**');
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password').fill(opened.product.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    match(page.url(), /\/projects\?q=1$/);
    isWell(page);
  });

  it('never redirects to another host', async () => {
    const page = await opened.visit('/login?to=//elsewhere.example/');
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password').fill(opened.product.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Start' }).waitFor();
    equal(new URL(page.url()).origin, opened.product.url);
  });

  it('shows why it failed, and keeps the input', async () => {
    const page = await opened.visit('/login');
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('alert').waitFor();
    equal(await page.getByLabel('Username').inputValue(), 'admin');
    deepEqual(await violationsOf(page), []);
  });

  it('keeps the page when the session ends, and continues after a new login', async () => {
    const page = await opened.logIn();
    await page.goto('/projects/default');
    await page.getByRole('button', { name: /New feature/ }).click();
    await page.getByLabel('Name', { exact: true }).fill('kept');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Create feature' }).click();
    await page.getByText('Log in again to continue where you left off.').waitFor();
    equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'kept');
  });

  it('is undone by logging out', async () => {
    const page = await opened.logIn();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL(/\/login(?:\?to=%2F)?$/);
    await page.goto('/projects');
    await page.waitForURL('**/login?to=**');
  });

  it('accepts a second factor set up in the profile, and each recovery code once', async () => {
    const { page, username, password } = await someone('second');
    await page.goto('/profile');
    await page.getByRole('button', { name: /^Set up app/ }).click();
    await proveByPassword(page, password);
    const secret = (await page.getByLabel('Secret', { exact: true }).innerText()).replaceAll(' ', '');
    deepEqual(await violationsOf(page), []);
    const app = new TOTP({ secret: Secret.fromBase32(secret) });
    await page.getByLabel('Code from the app').fill(app.generate());
    await page.getByRole('button', { name: 'Confirm app' }).click();
    const [code = ''] = (await page.getByRole('group', { name: 'Recovery codes' }).innerText()).split('\n');
    await page.getByRole('button', { name: 'I’ve copied it' }).click();
    await page.getByText('10 recovery codes left.').waitFor();

    const another = await begin(username, password);
    const field = another.getByLabel('Authenticator or recovery code');
    await field.fill('000000');
    await another.getByRole('button', { name: 'Log in' }).click();
    await another.getByRole('alert').waitFor();
    deepEqual(await violationsOf(another), []);
    await field.fill(code);
    await another.getByRole('button', { name: 'Log in' }).click();
    await another.getByRole('heading', { level: 1, name: 'Start' }).waitFor();

    const again = await begin(username, password);
    await again.getByLabel('Authenticator or recovery code').fill(code);
    await again.getByRole('button', { name: 'Log in' }).click();
    await again.getByRole('alert').waitFor();
    for (const each of [page, another, again]) isWell(each);
  });

  it('works with only a passkey if the user has set that up', async () => {
    // Passkeys belong to a host name; an IP address has none.
    const named = { baseURL: opened.product.url.replace('127.0.0.1', 'localhost') };
    const { page, password } = await someone('keyholder', named);
    const client = await page.context().newCDPSession(page);
    await client.send('WebAuthn.enable');
    await client.send('WebAuthn.addVirtualAuthenticator', {
      options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    });
    await page.goto('/profile');
    await page.getByRole('button', { name: /^Add a passkey/ }).click();
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Ring');
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await proveByPassword(page, password);
    await page.getByRole('button', { name: 'I’ve copied it' }).click();
    await page.getByRole('row').filter({ hasText: 'Ring' }).waitFor();
    await page.getByRole('button', { name: 'Log out: this browser' }).click();
    await page.waitForURL('**/login');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
  });

  it('says where passkeys work if the page has another address', async () => {
    const { page, password } = await someone('visitor');
    await page.goto('/profile');
    await page.getByRole('button', { name: /^Add a passkey/ }).click();
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Ring');
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await proveByPassword(page, password);
    await page.getByText('Passkeys only work at the public address of Signalbox').waitFor();
  });

  it('asks users who need a second factor to set one up, and continues', async () => {
    const policy = '/api/admin/auth/second-factor/settings';
    const { username, password } = await someone('newcomer');
    equal((await opened.product.admin.post(policy, { everybody: true })).status, 200);
    const page = await begin(username, password);
    const secret = (await page.getByLabel('Secret', { exact: true }).innerText()).replaceAll(' ', '');
    await page.getByLabel('Code from the app').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
    await page.getByRole('button', { name: 'Confirm app' }).click();
    await page.getByRole('button', { name: 'I’ve saved my codes' }).click();
    await page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
    equal((await opened.product.admin.post(policy, { everybody: false })).status, 200);
    isWell(page);
  });

  it('shows only the configured methods', async () => {
    const { admin } = opened.product;
    const page = await opened.visit('/login');
    await page.getByLabel('Password').waitFor();
    equal(await page.getByRole('link', { name: /OpenID/ }).count(), 0);
    const oidc = { enabled: true, discoverUrl: 'https://idp.example', clientId: 'console', secret: 'secret' };
    equal((await admin.post('/api/admin/auth/oidc/settings', oidc)).status, 200);
    equal((await admin.post('/api/admin/auth/simple/settings', { disabled: true })).status, 200);
    await page.reload();
    equal(await page.getByRole('link', { name: 'Log in with OpenID Connect' }).getAttribute('href'), '/auth/oidc/login');
    equal(await page.getByLabel('Password').count(), 0);
    equal((await admin.post('/api/admin/auth/simple/settings', { disabled: false })).status, 200);
    equal((await admin.post('/api/admin/auth/oidc/settings', { enabled: false })).status, 200);
    isWell(page);
  });

  it('continues to the requested page after an identity provider, which returns to the start page', async () => {
    const { admin } = opened.product;
    const oidc = { enabled: true, discoverUrl: 'https://idp.example', clientId: 'console', secret: 'secret' };
    equal((await admin.post('/api/admin/auth/oidc/settings', oidc)).status, 200);
    const session = await opened.logIn();
    await session.route('**/auth/oidc/login', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<script>location.replace("/")</script>' }),
    );
    await session.goto('/login?to=/projects%3Fq%3D1');
    await session.getByRole('link', { name: 'Log in with OpenID Connect' }).click();
    await session.getByRole('heading', { name: 'Projects' }).waitFor();
    match(session.url(), /\/projects\?q=1$/);
    await session.goto('/');
    await session.getByRole('heading', { name: 'Start' }).waitFor();
    equal((await admin.post('/api/admin/auth/oidc/settings', { enabled: false })).status, 200);
  });

  it('is possible after sign-up by a link, which is rejected once it is closed', async () => {
    const link = { name: 'spring', expiresAt: new Date(Date.now() + 86_400_000).toISOString() };
    const { body } = await opened.product.admin.post('/api/admin/invite-link/tokens', link);
    const page = await opened.visit(new URL(body.url).pathname);
    await page.getByLabel('Name', { exact: true }).fill('Sam <b>Sower</b>');
    await page.getByLabel('Email address').fill('sam@shop.example');
    await page.getByLabel('New password').fill('Seeds-and-soil-9');
    await page.getByText('This password is strong enough.').waitFor();
    deepEqual(await violationsOf(page), []);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Your password is set. Log in with it.').waitFor();
    await page.getByLabel('Username').fill('sam@shop.example');
    await page.getByLabel('Password').fill('Seeds-and-soil-9');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('link', { name: 'Logged in as Sam <b>Sower</b>' }).waitFor();
    equal((await opened.product.admin.put(`/api/admin/invite-link/tokens/${body.secret}`, { enabled: false })).status, 200);
    await page.goto(new URL(body.url).pathname);
    await page.getByRole('alert').waitFor();
    isWell(page);
  });

  it('is possible after a password reset by a link, which works once', async () => {
    const { id, username, password } = await someone('forgetful');
    equal((await opened.product.admin.put(`/api/admin/user-admin/${id}`, { email: `${username}@shop.example` })).status, 200);
    const { body } = await opened.product.admin.post('/api/admin/user-admin/reset-password', { id: `${username}@shop.example` });
    const { pathname, search } = new URL(body.resetPasswordUrl);
    const page = await opened.visit(pathname + search);
    await page.getByText(`For ${username}@shop.example.`).waitFor();
    await page.getByLabel('New password').fill('Another-horse-22');
    deepEqual(await violationsOf(page), []);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('Your password is set. Log in with it.').waitFor();
    const refused = await begin(username, password);
    await refused.getByRole('alert').waitFor();
    const taken = await begin(username, 'Another-horse-22');
    await taken.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
    await page.goto(pathname + search);
    await page.getByRole('alert').waitFor();
    isWell(page);
  });

  it('never reveals whether an address is known', async () => {
    const page = await opened.visit('/forgotten');
    await page.getByLabel('Email address of your account').fill('nobody@shop.example');
    await page.getByRole('button', { name: 'Send reset link' }).click();
    await page.getByText('If there is an account for nobody@shop.example').waitFor();
    deepEqual(await violationsOf(page), []);
    isWell(page);
  });

  /** Creates a user with a password, logged in with a separate browser context. */
  async function someone(username: string, options: BrowserContextOptions = {}) {
    const password = `The-horse-of-${username}-1`;
    const { status, body } = await opened.product.admin.post('/api/admin/user-admin', { username, password, rootRole: 2 });
    equal(status, 201);
    const page = await begin(username, password, options);
    await page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
    return { id: body.id as number, page, username, password };
  }

  async function begin(username: string, password: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await opened.visit('/login', options);
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    return page;
  }

  async function proveByPassword(page: Page, password: string): Promise<void> {
    await page.getByText('Confirm it’s you').waitFor();
    await page.getByRole('dialog').last().getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Confirm' }).click();
  }
});
