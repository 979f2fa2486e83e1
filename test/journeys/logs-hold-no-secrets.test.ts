import { deepEqual, equal, ok } from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { surfaces } from '@signalbox/standalone/services';
import {
  eventually,
  longDeadlines,
  newWorkspace,
  openClient,
  removeWorkspace,
  startLimitMs,
  testEnvironment,
  type Workspace,
} from '@signalbox/testing';
import { Agent } from 'undici';

const secret = () => randomBytes(28).toString('hex');

describe('the log at the most verbose level', () => {
  let workspace: Workspace;
  let child: ChildProcess | undefined;
  before(async () => {
    workspace = await newWorkspace(surfaces);
  });
  after(async () => {
    child?.kill('SIGKILL');
    await removeWorkspace(workspace);
  });

  it('contains no password, token, cookie or key of a journey', async () => {
    const secrets = {
      password: `correct horse ${secret()}`,
      wrongPassword: `wrong horse ${secret()}`,
      // A password must not have the same character three times in a row.
      nextPassword: `next horse ${secret().replaceAll(/(.)\1+/g, '$1')}`,
      admin: `*:*.${secret()}`,
      client: `default:development.${secret()}`,
      unknown: `default:development.${secret()}`,
      internal: secret(),
    };
    const env = {
      DATA_DIR: workspace.dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'debug',
      ...longDeadlines,
      INTERNAL_SECRET: secrets.internal,
      INIT_ADMIN_PASSWORD: secrets.password,
      INIT_ADMIN_API_TOKENS: secrets.admin,
      INIT_CLIENT_API_TOKENS: secrets.client,
    };
    const product = spawn(process.execPath, [testEnvironment.entry], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    child = product;
    let log = '';
    for (const stream of [product.stdout, product.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (log += text));
    const agent = new Agent();
    const address = await eventually(() => /http:\/\/localhost:(\d+)/.exec(log) ?? false, startLimitMs);
    const url = `http://127.0.0.1:${address ? address[1] : ''}`;
    const as = (headers: Record<string, string>) => openClient(url, agent, () => headers);
    await eventually(async () => ok((await fetch(`${url}/ready`)).ok));

    const session = await fetch(`${url}/auth/simple/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: secrets.password }),
    });
    equal(session.status, 200);
    const cookie = session.headers.getSetCookie().map((each) => each.split(';')[0] ?? '');
    const cookies = cookie.map((each) => each.split('=')[1] ?? '').filter((value) => value.length > 10);
    ok(cookies.length > 0);
    const admin = as({ authorization: secrets.admin });
    equal((await as({}).post('/auth/simple/login', { username: 'admin', password: secrets.wrongPassword })).status, 401);
    equal((await as({}).post('/auth/simple/login', { username: secrets.wrongPassword, password: 'x' })).status, 401);
    equal((await admin.post('/auth/simple/login', undefined, { raw: `{"password":"${secrets.wrongPassword}` })).status, 400);
    equal((await admin.post('/api/admin/user-admin', { username: 'other', rootRole: 1, password: secrets.nextPassword })).status, 201);
    await as({ cookie: cookie.join('; ') }).get(`/api/admin/api-tokens/${secrets.client}`);
    await as({ authorization: secrets.unknown }).get('/api/client/features');
    await as({ authorization: secrets.client }).get(`/api/client/nowhere/${secrets.client}?token=${secrets.client}`);
    const { body: created } = await admin.post('/api/admin/api-tokens', { tokenName: 'new', type: 'client', environment: 'development' });
    equal((await admin.delete(`/api/admin/api-tokens/${created.secret}`)).status, 200);
    await agent.destroy();
    product.kill('SIGTERM');
    await once(product, 'exit');

    ok(log.split('\n').filter((line) => line.startsWith('{')).length > 5, log);
    ok(log.includes('"requestId"'));
    const all: Record<string, string> = { ...secrets, ...Object.fromEntries(cookies.entries()), created: created.secret };
    // Only the random part, because a path may escape the part before it.
    const randomPart = (text: string) => text.split(/[. ]/).at(-1) ?? '';
    deepEqual(
      Object.keys(all).filter((name) => log.includes(randomPart(all[name] ?? ''))),
      [],
    );
  });
});
