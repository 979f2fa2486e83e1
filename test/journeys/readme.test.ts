import { equal, match, ok } from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeUnless, eventually, missing } from '@signalbox/testing';
import { commandsOf, fencesOf, shows } from './page-commands.fixture.ts';
import { type Product, startProduct } from './product.ts';

const root = join(import.meta.dirname, '../..');

/** The browser of the page's reader: saves the address instead of opening it. */
const browser = '#!/bin/sh\nprintf %s "$1" > page.tmp && mv page.tmp page.txt\n';

/** Approves the login whose page the browser opens. */
async function approve(product: Product, file: string): Promise<void> {
  const query = await eventually(async () => new URL(await readFile(file, 'utf8')).searchParams);
  const { headers } = await product.as({}).post('/auth/simple/login', { username: 'admin', password: product.password });
  const cookie = [headers['set-cookie']]
    .flat()
    .map((each) => each?.split(';', 1)[0])
    .join('; ');
  const { status, body } = await product.as({ cookie }).post('/api/admin/user/authorizations', {
    responseType: query.get('response_type'),
    clientId: query.get('client_id'),
    redirectUri: query.get('redirect_uri'),
    codeChallenge: query.get('code_challenge'),
    codeChallengeMethod: query.get('code_challenge_method'),
    state: query.get('state'),
    host: query.get('host'),
    approved: true,
  });
  equal(status, 200, JSON.stringify(body));
  await fetch(body.redirectTo);
}

describeUnless('the README', missing('bash', 'curl'), () => {
  let product: Product;
  let folder: string;
  let page: string;
  before(async () => {
    product = await startProduct();
    folder = await mkdtemp(join(root, 'test/node_modules/.readme-'));
    page = (await readFile(join(root, 'README.md'), 'utf8')).replaceAll('http://localhost:4242', product.url);
    for (const name of ['xdg-open', 'open']) await writeFile(join(folder, name), browser, { mode: 0o755 });
  });
  after(async () => {
    await rm(folder, { recursive: true, force: true });
    await product.close();
  });

  const shell = (script: string) => {
    const settings = { HOME: folder, XDG_CONFIG_HOME: folder, SIGNALBOX_URL: product.url };
    const options = { cwd: folder, timeout: 300_000, env: { ...process.env, ...settings } };
    return promisify(execFile)('bash', ['-euo', 'pipefail', '-c', `PATH="$PWD:$PATH"\n${script}`], options);
  };

  it('leads to a feature that an application receives, with its commands and outputs exactly as shown', async () => {
    const [steps, read, ...others] = commandsOf(page);
    ok(steps && read && others.length === 0);
    equal(steps.command.trim().split('\n').length, 5);
    const approved = approve(product, join(folder, 'page.txt'));
    const { stdout: token } = await shell(`{ ${steps.command} } >&2\nprintf %s "$TOKEN"`);
    await approved;
    await writeFile(join(folder, 'token.txt'), token);
    await eventually(async () => {
      const { stdout } = await shell(`TOKEN='${token}'\n${read.command}`);
      ok(shows(read.shown, JSON.parse(stdout)), `${read.command}answers ${stdout}`);
    });
  });

  it('is reported if it shows a different output', () => {
    equal(shows({ enabled: true, id: '...' }, { enabled: true, id: 'x', more: 1 }), true);
    equal(shows({ enabled: true }, { enabled: false }), false);
    equal(shows({ list: [{ name: 'a' }] }, { list: [] }), false);
  });

  it('shows an application that evaluates the feature as on', async () => {
    const source = fencesOf(page).find(({ language }) => language === 'js')?.code ?? '';
    await writeFile(join(folder, 'application.mjs'), source);
    const TOKEN = await readFile(join(folder, 'token.txt'), 'utf8');
    const application = spawn(process.execPath, [join(folder, 'application.mjs')], {
      env: { ...process.env, TOKEN },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let response = '';
    application.stdout.setEncoding('utf8').on('data', (text: string) => {
      response += text;
    });
    try {
      await eventually(() => match(response, /new-checkout: true/));
    } finally {
      application.kill();
    }
  });
});
