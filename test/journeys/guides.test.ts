import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeUnless, eventually, missing } from '@signalbox/testing';
import { findFreePort } from '@signalbox/testing/servers';
import { root } from '../../tools/testing/root.ts';
import { commandsOf, fencesOf, shows } from './page-commands.fixture.ts';
import { type Product, startProduct } from './product.ts';

const commandLine = join(root, 'node_modules/.bin');
const oldCurl = spawnSync('curl', ['--json', '{}', '--version']).status === 0 ? undefined : 'curl is older than 7.82';
const tabs = [
  ['Command line', undefined],
  ['API', oldCurl],
] as const;
/** Exit code of a command whose change waits for approval. */
const waits = 3;
const roles = { editor: 2, admin: 1 };

const pageOf = (name: string): Promise<string> => readFile(join(root, `docs/guides/${name}.md`), 'utf8');

for (const [tab, unless] of tabs)
  describeUnless(`a guide, with the commands of its tab ${tab}`, unless ?? missing('bash', 'curl'), () => {
    let product: Product;
    let folder: string;
    let env: Record<string, string | undefined>;
    before(async () => {
      product = await startProduct();
      folder = await mkdtemp(join(root, 'test/node_modules/.guide-'));
      const { tokens, url } = product;
      const settings = { SIGNALBOX_URL: url, SIGNALBOX_TOKEN: tokens.admin };
      env = { ...process.env, ...settings, HOME: folder, ADMIN_TOKEN: tokens.admin, FRONTEND_TOKEN: tokens.frontend };
    });
    after(async () => {
      await product.close();
      await rm(folder, { recursive: true });
    });

    /** Runs all commands of a page. Each output must contain what the page shows below the command. */
    async function follow(name: string, amount: number): Promise<void> {
      const page = (await pageOf(name)).replaceAll('http://localhost:4242', product.url);
      for (const { language, label, code } of fencesOf(page))
        if (language === 'json' && label !== undefined) await writeFile(join(folder, label), code);
      const commands = commandsOf(page, tab);
      equal(commands.length, amount);
      let exported = `PATH="${commandLine}:$PATH"\n`;
      for (const { command, shown } of commands) {
        const [own, isRefused] = [exported + command, String((shown as { readonly name?: string } | null)?.name).endsWith('Error')];
        await eventually(() => {
          const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', own], { cwd: folder, env, encoding: 'utf8' });
          ok(status === 0 || status === waits || isRefused, `${command}exits with ${status}: ${stderr}`);
          const printed = stdout || stderr.slice(stderr.indexOf('{'));
          if (shown !== null) ok(shows(shown, JSON.parse(printed)), `${command}prints ${printed}`);
        });
        exported += (command.match(/^(?:export )?\w+=\S+$/gm) ?? []).map((line) => `${line}\n`).join('');
      }
    }

    it('releases a feature to a quarter of the users in two countries', () => follow('first-feature', tab === 'API' ? 6 : 5));

    it("turns a feature on in production, after another user's approval", async () => {
      equal((await product.admin.post('/api/admin/projects/default/features', { name: 'new-checkout' })).status, 201);
      const [ANN, BEN] = [await tokenOf('ann', roles.editor), await tokenOf('ben', roles.admin)];
      Object.assign(env, { ANN, BEN });
      await follow('approvals', tab === 'API' ? 5 : 4);
      const inProduction = '/api/admin/projects/default/features/new-checkout/environments/production';
      await eventually(async () => deepEqual((await product.admin.get(inProduction)).body.enabled, true));
      equal((await product.as({ authorization: ANN }).post(`${inProduction}/off`)).status, 403);
    });

    it('sets rules, which refuse a feature without a description', () => follow('rules', 3));

    it('configures sign-on and provisioning', () => follow('sign-on', 4));

    it('sends events to a SIEM', () => follow('siem', 3));

    /** Token of a new user who has just logged in, once other services know the user. */
    async function tokenOf(username: string, rootRole: number): Promise<string> {
      const password = 'a hundred miles of track';
      const user = { username, email: `${username}@example.com`, password, rootRole };
      equal((await product.admin.post('/api/admin/user-admin', user)).status, 201);
      const { headers } = await product.as({}).post('/auth/simple/login', { username, password });
      const session = product.as({ cookie: String(headers['set-cookie']).split(';')[0] ?? '', 'sec-fetch-site': 'same-origin' });
      const token = { description: 'for a script', expiresAt: new Date(Date.now() + 3_600_000) };
      const { status, body } = await session.post('/api/admin/user/tokens', token);
      equal(status, 201, JSON.stringify(body));
      const authorization = String(body.secret);
      const requests = () => product.as({ authorization }).get('/api/admin/projects/default/change-requests');
      await eventually(async () => equal((await requests()).status, 200));
      return authorization;
    }
  });

describeUnless('the guides to SDKs and OpenFeature', missing('bash', 'curl'), () => {
  let product: Product;
  let port: number;
  let client: string;
  before(async () => {
    port = await findFreePort();
    const token = `default:development.${randomBytes(28).toString('hex')}`;
    product = await startProduct({ FLAGD_PORT: String(port), FLAGD_TOKEN: token, INIT_CLIENT_API_TOKENS: token });
    client = token;
    const features = '/api/admin/projects/default/features';
    equal((await product.admin.post(features, { name: 'new-checkout' })).status, 201);
    equal((await product.admin.post(`${features}/new-checkout/environments/development/strategies`, { name: 'default' })).status, 200);
    equal((await product.admin.post(`${features}/new-checkout/environments/development/on`)).status, 200);
  });
  after(() => product.close());

  const environment = () => {
    const { tokens } = product;
    return { ...process.env, CLIENT_TOKEN: client, FRONTEND_TOKEN: tokens.frontend };
  };

  it('shows programs and a request that read the feature', async () => {
    const page = (await pageOf('sdks')).replaceAll('http://localhost:4242', product.url);
    const [request, ...others] = commandsOf(page);
    deepEqual(others, []);
    await eventually(() => {
      const { stdout } = spawnSync('bash', ['-c', request?.command ?? ''], { env: environment(), encoding: 'utf8' });
      ok(shows(request?.shown, JSON.parse(stdout)), stdout);
    });
    const applications = fencesOf(page).filter(({ language }) => language === 'js');
    applications.push(
      ...fencesOf((await pageOf('openfeature')).replaceAll('http://localhost:4242', product.url).replaceAll('8013', String(port))).filter(
        ({ language }) => language === 'js',
      ),
    );
    equal(applications.length, 4);
    const folder = await mkdtemp(join(root, 'test/node_modules/.guide-'));
    try {
      for (const { code } of applications) equal(await outputOf(code, folder), 'new-checkout: true');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  /** First line that the program prints. Programs keep running, as applications do. */
  async function outputOf(code: string, folder: string): Promise<string> {
    const file = join(folder, 'application.mjs');
    await writeFile(file, code);
    const application = spawn(process.execPath, [file], { env: environment(), stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    application.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    try {
      await eventually(() => match(output, /\n/));
      return output.split('\n')[0] ?? '';
    } finally {
      application.kill();
    }
  }
});
