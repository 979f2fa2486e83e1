import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { type ConsoleInBrowser, contentWidth, evaluate, isWell, openConsole, violationsOf, whenShown } from './console.fixture.ts';

const client_id = 'signalbox-cli';

/** The command line's side of a login: the loopback address that the browser returns to. */
interface Listener {
  readonly server: Server;
  readonly redirectUri: string;
  readonly received: URL[];
}

async function listen(): Promise<Listener> {
  const received: URL[] = [];
  const server = createServer((request, response) => {
    received.push(new URL(request.url ?? '/', 'http://127.0.0.1'));
    response.end('You can close this window.');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, received, redirectUri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback` };
}

describe('the console approves logins of the command line', () => {
  let opened: ConsoleInBrowser;
  let page: Page;
  let listener: Listener;

  before(async function () {
    opened = await openConsole(this);
    page = await opened.logIn();
    listener = await listen();
  });
  after(async () => {
    listener?.server.close();
    await opened?.close();
  });

  async function send(path: string, fields: Record<string, string>): Promise<{ status: number; body: Record<string, string> }> {
    const response = await fetch(opened.product.url + path, { method: 'POST', body: new URLSearchParams({ client_id, ...fields }) });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  }
  const whoAmI = async (token = '') => {
    const response = await fetch(`${opened.product.url}/api/admin/user`, { headers: { authorization: `Bearer ${token}` } });
    return ((await response.json()) as { user: { username: string } }).user.username;
  };
  const verifier = randomBytes(32).toString('base64url');
  const authorizePath = (state: string) =>
    `/authorize?${new URLSearchParams({
      response_type: 'code',
      client_id,
      redirect_uri: listener.redirectUri,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      state,
      host: 'laptop',
    }).toString()}`;
  const startDevice = async () => (await send('/auth/device', { host: 'build-7' })).body;

  it('in the browser, which returns to the command line with a code', async () => {
    await page.goto(authorizePath('one'));
    await page.getByText('laptop').waitFor();
    await page.getByRole('button', { name: 'Approve login' }).click();
    await page.waitForURL('http://127.0.0.1:*/callback?**');
    const { searchParams } = listener.received.find(({ pathname }) => pathname === '/callback') ?? new URL('http://x');
    deepEqual([searchParams.get('state'), new URL(searchParams.get('iss') ?? '').port], ['one', new URL(opened.product.url).port]);
    const redemption = { grant_type: 'authorization_code', redirect_uri: listener.redirectUri, code_verifier: verifier };
    const { status, body } = await send('/auth/token', { ...redemption, code: searchParams.get('code') ?? '' });
    equal(status, 200, JSON.stringify(body));
    equal(await whoAmI(body['access_token']), 'admin');
  });

  it('and returns with an error when the user denies it', async () => {
    await page.goto(authorizePath('two'));
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.waitForURL('http://127.0.0.1:*/callback?error=access_denied&state=two**');
  });

  it('and stays on the page with the reason when a parameter is wrong', async () => {
    await page.goto(authorizePath('three').replace('S256', 'plain'));
    await page.getByRole('button', { name: 'Approve login' }).click();
    await page.getByRole('alert').waitFor();
    equal(new URL(page.url()).origin, opened.product.url);
    await page.goto(authorizePath('three').replace('127.0.0.1', 'evil.example'));
    await page.getByRole('button', { name: 'Approve login' }).click();
    await page.getByRole('alert').waitFor();
    equal(new URL(page.url()).origin, opened.product.url);
    await page.goto('/authorize');
    await page.getByRole('heading', { name: /This link is incomplete/ }).waitFor();
  });

  const register = async (redirectUri: string) => {
    const response = await fetch(`${opened.product.url}/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'Code Pilot', redirect_uris: [redirectUri] }),
    });
    return ((await response.json()) as { client_id: string }).client_id;
  };
  const agentPath = (clientId: string, redirectUri = listener.redirectUri) => {
    const query = new URLSearchParams(authorizePath('').slice('/authorize?'.length));
    query.set('client_id', clientId);
    query.set('redirect_uri', redirectUri);
    for (const name of ['state', 'host']) query.delete(name);
    return `/authorize?${query.toString()}`;
  };

  it('and connects an agent with the limit that the user chooses', async () => {
    const clientId = await register(listener.redirectUri);
    await page.goto(agentPath(clientId));
    await page.getByRole('heading', { name: 'Connect Code Pilot' }).waitFor();
    await page.getByText(new URL(listener.redirectUri).host, { exact: true }).waitFor();
    equal(await page.getByLabel('Limit').inputValue(), 'propose');
    await page.getByLabel('Limit').selectOption('read');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.waitForURL('http://127.0.0.1:*/callback?code=**');
    const { searchParams } = new URL(page.url());
    equal(searchParams.has('state'), false);
    const redemption = { grant_type: 'authorization_code', redirect_uri: listener.redirectUri, code_verifier: verifier };
    const { status, body } = await send('/auth/token', { ...redemption, client_id: clientId, code: searchParams.get('code') ?? '' });
    equal(status, 200, JSON.stringify(body));
    await page.goto('/profile');
    const { agents } = await evaluate<{ agents: { agent: string; mode: string }[] }>(
      page,
      "fetch('/api/admin/user/agents').then((response) => response.json())",
    );
    deepEqual(
      agents.map(({ agent, mode }) => [agent, mode]),
      [['Code Pilot', 'read']],
    );
  });

  it('and refuses an agent at another address or with a forged name in place', async () => {
    const clientId = await register('cursor://callback');
    await page.goto(agentPath(clientId, 'cursor://callback'));
    await page.getByText('callback', { exact: true }).waitFor();
    const [head, , signature] = clientId.split('.');
    const forged = `${head}.${Buffer.from(JSON.stringify({ name: 'Trusted Pilot' })).toString('base64url')}.${signature}`;
    for (const id of [clientId, forged]) {
      await page.goto(agentPath(id));
      await page.getByRole('button', { name: 'Approve' }).click();
      await page.getByRole('alert').waitFor();
      equal(new URL(page.url()).origin, opened.product.url);
    }
    await page.goto(agentPath('not-a-client'));
    await page.getByRole('heading', { name: /This link is incomplete/ }).waitFor();
  });

  it('asks for a login first, and continues with the same request', async () => {
    const visitor = await opened.visit(authorizePath('four'));
    await visitor.waitForURL('**/login?to=**');
    await visitor.getByLabel('Username').fill('admin');
    await visitor.getByLabel('Password').fill(opened.product.password);
    await visitor.keyboard.press('Enter');
    await visitor.getByRole('button', { name: 'Approve login' }).waitFor();
    match(visitor.url(), /state=four/);
    isWell(visitor);
  });

  it('by code, after it has shown the machine and its address', async () => {
    const { device_code = '', user_code = '' } = await startDevice();
    await page.goto('/device');
    await page.getByLabel('Code from the command line').fill('bbbb-bbbb');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('No login waits for this code.').waitFor();
    await page.getByLabel('Code from the command line').fill(user_code.toLowerCase().replace('-', ''));
    await page.getByRole('button', { name: 'Continue' }).click();
    for (const shown of ['build-7', '127.0.0.1', user_code]) await page.getByText(shown, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Approve login' }).click();
    await page.getByText('You approved the login on build-7.').waitFor();
    const { status, body } = await send('/auth/token', { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code });
    equal(status, 200, JSON.stringify(body));
    equal(await whoAmI(body['access_token']), 'admin');
  });

  it('and lists them in the profile, where they are revoked', async () => {
    await page.goto('/profile');
    const row = page.getByRole('row', { name: /CLI on build-7/ });
    await row.getByText('Renewable until').waitFor();
    await row.getByRole('button', { name: /Delete/ }).click();
    await page.getByRole('button', { name: 'Delete token' }).click();
    await row.waitFor({ state: 'detached' });
  });

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1360, 390])
      it(`is accessible in ${colorScheme} at ${width} pixels, and scrolls in one direction`, async () => {
        const { user_code } = await startDevice();
        const own = await opened.logIn({ colorScheme, viewport: { width, height: 800 } });
        const check = async (what: string) => {
          await whenShown(own);
          deepEqual(await violationsOf(own), [], what);
          ok((await contentWidth(own)) <= width, what);
        };
        await own.goto(authorizePath('five'));
        await own.getByRole('button', { name: 'Approve login' }).waitFor();
        await check('authorize');
        await own.goto(agentPath(await register(listener.redirectUri)));
        await own.getByRole('button', { name: 'Approve' }).waitFor();
        await check('authorize-agent');
        await own.goto(`/device?code=${user_code}`);
        await check('device');
        await own.getByRole('button', { name: 'Continue' }).click();
        await own.getByRole('button', { name: 'Approve login' }).waitFor();
        await check('device-found');
        await own.goto('/profile');
        await own.getByText('Renewable until').first().waitFor();
        await check('profile');
        isWell(own);
      });
});
