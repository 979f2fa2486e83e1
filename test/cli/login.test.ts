import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exitCodes } from '@signalbox/cli';
import type { Client } from '@signalbox/testing';
import { type CliApp, openCliApp, sessionOf } from './cli.fixture.ts';

describe('logins of the command line', () => {
  let app: CliApp;
  let browser: Client;
  let file: string;
  before(async () => {
    app = await openCliApp();
    browser = await sessionOf(app);
    file = join(app.folder, '.config/signalbox/logins.json');
  });
  after(() => app.close());

  const noToken = { SIGNALBOX_TOKEN: '' };
  const run = (line: string, options: Parameters<CliApp['signalbox']>[1] = {}) => app.signalbox(line, { env: noToken, ...options });
  const stored = async () => JSON.parse(await readFile(file, 'utf8'))[app.url];

  /** The console's page: approves or denies, and follows the redirect. */
  const decide = (approved: boolean) => async (page: string) => {
    const query = new URL(page).searchParams;
    const body = {
      responseType: query.get('response_type'),
      clientId: query.get('client_id'),
      redirectUri: query.get('redirect_uri'),
      codeChallenge: query.get('code_challenge'),
      codeChallengeMethod: query.get('code_challenge_method'),
      state: query.get('state'),
      host: query.get('host'),
      approved,
    };
    equal((await fetch(`${query.get('redirect_uri')}?code=stolen&state=guessed`)).status, 404);
    const { status, body: answer } = await browser.post('/api/admin/user/authorizations', body);
    equal(status, 200, JSON.stringify(answer));
    match(await (await fetch(answer.redirectTo)).text(), approved ? /You are logged in/ : /denied/);
  };

  it('are approved in the browser, stored for the owner only, and revoked by logout', async () => {
    const { code, json, stderr } = await run('login', { openBrowser: decide(true) });
    deepEqual([code, json.user], [exitCodes.done, 'admin'], stderr);
    equal((await stat(file)).mode % 0o1000, 0o600);
    const { token } = await stored();
    const { json: me } = await run('whoami');
    equal(me.role, 'Admin');
    deepEqual([me.username, me.token, typeof me.expiresAt], ['admin', 'the login of admin', 'string']);
    equal((await run('flag create by-login')).code, exitCodes.done);
    equal((await run('logout')).code, exitCodes.done);
    equal(await stored(), undefined);
    equal((await run('whoami')).code, exitCodes.notPermitted);
    equal((await run('whoami', { env: { SIGNALBOX_TOKEN: token } })).code, exitCodes.notPermitted);
  });

  it('fail if the user denies them, and store nothing', async () => {
    const { code, stderr } = await run('login', { openBrowser: decide(false) });
    deepEqual([code, /denied in the browser/.test(stderr), await stored()], [exitCodes.notPermitted, true, undefined]);
  });

  it('work on computers without a browser', async () => {
    let approved: Promise<unknown> | undefined;
    const approve = (text: string) => {
      const [, userCode] = /enter ([A-Z-]+)\./.exec(text) ?? [];
      if (userCode !== undefined) approved ??= browser.post('/api/admin/user/devices', { userCode, approved: true });
    };
    const { code, json } = await run('login --device', { onError: approve });
    deepEqual([code, json.user, ((await approved) as { status: number }).status], [exitCodes.done, 'admin', 200]);
  });

  it('are renewed by one of several processes when less than an hour is left', async () => {
    const before = await stored();
    const logins = { [app.url]: { ...before, expiresAt: new Date(Date.now() + 60_000).toISOString() } };
    await writeFile(file, JSON.stringify(logins));
    const results = await Promise.all([run('whoami'), run('flag list'), run('project list')]);
    deepEqual(
      results.map(({ code }) => code),
      [0, 0, 0],
      results.map(({ stderr }) => stderr).join(),
    );
    const after = await stored();
    notEqual(after.token, before.token);
    ok(Date.parse(after.expiresAt) > Date.now() + 3_600_000);
  });

  it('are removed when the server has ended them', async () => {
    const login = { token: 'user:0000', refreshToken: '0'.repeat(64), expiresAt: new Date(0).toISOString(), user: 'admin' };
    await writeFile(file, JSON.stringify({ [app.url]: login, 'https://other.example.com': login }));
    const { code, stderr } = await run('whoami');
    deepEqual([code, /Run signalbox login/.test(stderr), await stored()], [exitCodes.notPermitted, true, undefined]);
    ok(JSON.parse(await readFile(file, 'utf8'))['https://other.example.com'], 'other logins stay');
  });

  it('are stored in the configuration folder of the system, if there is one', async () => {
    const XDG_CONFIG_HOME = join(app.folder, 'config');
    await mkdir(XDG_CONFIG_HOME);
    equal((await run('login', { env: { ...noToken, XDG_CONFIG_HOME }, openBrowser: decide(true) })).code, exitCodes.done);
    equal((await stat(join(XDG_CONFIG_HOME, 'signalbox'))).mode % 0o1000, 0o700);
  });
});
