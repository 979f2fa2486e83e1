import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { surfaces } from '@signalbox/standalone/services';
import {
  eventually,
  longDeadlines,
  newWorkspace,
  type Workspace,
  removeWorkspace,
  startLimitMs,
  testEnvironment,
} from '@signalbox/testing';
import { findEnvironment } from '../../tools/distributed/environment.ts';

const root = join(import.meta.dirname, '../..');
const entry = testEnvironment.way === 'standalone' ? testEnvironment.entry : join(root, 'tools/start-distributed.ts');

describe('the first screen', () => {
  let workspace: Workspace;
  before(async () => {
    workspace = await newWorkspace(surfaces);
  });
  after(() => removeWorkspace(workspace));

  it('shows the URL, the login, the data folder and how to stop, and the password only once', async () => {
    const first = await startAndStop(workspace);
    equal(first.code, 0);
    match(first.screen, /Console +http:\/\/localhost:\d+/);
    match(first.screen, /Log in +admin \/ \S+ +\(shown only once\)/);
    match(first.screen, /Data +\S/);
    match(first.screen, /Stop +Ctrl-C/);
    const second = await startAndStop(workspace);
    equal(second.code, 0);
    match(second.screen, /Log in/);
    equal(second.screen.includes('shown only once'), false);
  });

  if (testEnvironment.way === 'standalone') {
    it('shows that sample data were added to a new instance, and to no other', async () => {
      const { screen } = await startAndStop(workspace, {}, async () => {}, ['--sample']);
      match(screen, /Sample +not added: the instance already exists/);
      const empty = await newWorkspace(surfaces);
      match((await startAndStop(empty, {}, async () => {}, ['--sample'])).screen, /Sample +the projects Shop and Warehouse/);
      await removeWorkspace(empty);
    });

    it('stays while the applications of the sample report, also after a restart, until the process stops', async () => {
      const empty = await newWorkspace(surfaces);
      const authorization = `*:*.${'ab'.repeat(28)}`;
      const whenSeen = async (screen: string) => {
        const [url] = /http:\/\/localhost:\d+/.exec(screen) ?? [];
        const answer = await fetch(`${url}/api/admin/metrics/instances/shop-web/environment/production`, { headers: { authorization } });
        const { instances } = (await answer.json()) as { instances: readonly { readonly lastSeen: string }[] };
        return instances[0]?.lastSeen ?? '';
      };
      let first = '';
      const settings = { INIT_ADMIN_API_TOKENS: authorization };
      const whileNew = (screen: string) => eventually(async () => notEqual((first = await whenSeen(screen)), ''));
      equal((await startAndStop(empty, settings, whileNew, ['--sample'])).code, 0);
      const again = (screen: string) => eventually(async () => ok((await whenSeen(screen)) > first));
      equal((await startAndStop(empty, settings, again, ['--sample'])).code, 0);
      await removeWorkspace(empty);
    });
  }

  it('does not appear with invalid settings: the process prints one sentence each and exits', async () => {
    const wrong = { LOG_LEVEL: 'loud', SESSION_HOURS: 'ten', INIT_CLIENT_API_TOKENS: 'default:development.abc123' };
    const { code, screen, complaint } = await startAndStop(workspace, wrong);
    notEqual(code, 0);
    equal(screen.includes('is running'), false);
    for (const name of Object.keys(wrong)) match(complaint, new RegExp(`${name} `));
  });

  it('does not appear if a token is for an unknown environment', async () => {
    const unknown = { INIT_CLIENT_API_TOKENS: `default:nowhere.${'ab'.repeat(28)}` };
    const { code, complaint } = await startAndStop(workspace, unknown);
    equal(code, 2);
    match(complaint, /INIT_CLIENT_API_TOKENS/);
    equal(complaint.includes('    at '), false);
  });
});

describe('settings that only the machine can reject', () => {
  let workspace: Workspace;
  before(async () => {
    workspace = await newWorkspace(surfaces);
  });
  after(() => removeWorkspace(workspace));

  async function complaintOver(settings: Readonly<Record<string, string>>): Promise<string> {
    const { code, screen, complaint } = await startAndStop(workspace, settings);
    deepEqual([code, screen.includes('is running')], [2, false]);
    equal(complaint.includes('    at '), false, complaint);
    return complaint;
  }

  it('are named if the port is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    match(await complaintOver({ PORT: String(port) }), new RegExp(`PORT ${port} is already in use`));
    server.close();
  });

  if (testEnvironment.way === 'standalone') {
    it('are named if the folder is in use by another process, until that stops', async () => {
      const inUse = /DATA_DIR \S+ is in use by another Signalbox\. Stop it, or use another folder\./;
      const { code } = await startAndStop(workspace, {}, async () => match(await complaintOver({}), inUse));
      equal(code, 0);
      equal((await startAndStop(workspace)).code, 0);
    });

    it('are named if the folder is not a folder', async () => {
      match(await complaintOver({ DATA_DIR: process.execPath }), /DATA_DIR cannot be used/);
    });
  } else {
    it('are named if the database rejects the user', async () => {
      const { host } = new URL(testEnvironment.mysqlUrl ?? '');
      match(await complaintOver({ DATABASE_URL: `mysql://nobody-there:wrong@${host}` }), /DATABASE_URL cannot be used/);
    });
  }

  it('are named if the database URL has an unknown parameter', async () => {
    match(await complaintOver({ DATABASE_URL: 'mysql://box@127.0.0.1?tls=yes' }), /DATABASE_URL cannot be used.*parameter tls is unknown/);
  });
});

describe('prefixes of two checkouts', () => {
  it('differ, and are stable for a data folder', async () => {
    const given = { DATABASE_URL: 'mysql://root@127.0.0.1:1', BUS_URL: 'amqp://127.0.0.1:1', CACHE_URL: 'redis://127.0.0.1:1' };
    const workspaces = await Promise.all([newWorkspace(surfaces), newWorkspace(surfaces)]);
    const prefixes = [];
    for (const { dataDir } of [...workspaces, ...workspaces]) {
      const { environment } = await findEnvironment({ ...given, DATA_DIR: dataDir }, () => undefined);
      deepEqual([environment['BUS_PREFIX'], environment['CACHE_PREFIX']], [environment['DATABASE_PREFIX'], environment['DATABASE_PREFIX']]);
      prefixes.push(environment['DATABASE_PREFIX']);
    }
    deepEqual(prefixes.slice(0, 2), prefixes.slice(2));
    notEqual(prefixes[0], prefixes[1]);
    await Promise.all(workspaces.map(removeWorkspace));
  });
});

/** Starts the product like a user, waits for its screen or exit, and stops it like Ctrl-C. */
async function startAndStop(
  workspace: Workspace,
  settings: Readonly<Record<string, string>> = {},
  whileItRuns: (screen: string) => Promise<unknown> = async () => {},
  words: readonly string[] = [],
) {
  const { mysqlUrl = '', amqpUrl = '', redisUrl = '' } = testEnvironment;
  const servers = testEnvironment.way === 'standalone' ? {} : { DATABASE_URL: mysqlUrl, BUS_URL: amqpUrl, CACHE_URL: redisUrl };
  const names = { DATABASE_PREFIX: workspace.prefix, BUS_PREFIX: workspace.prefix, CACHE_PREFIX: workspace.prefix };
  const given = {
    ...servers,
    ...names,
    DATA_DIR: workspace.dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'silent',
    ...longDeadlines,
    // Its pages are built at the start, which takes half a second.
    CONSOLE: 'off',
    ...settings,
  };
  const child = spawn(process.execPath, [entry, ...words], {
    cwd: root,
    env: { ...process.env, ...given },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let screen = '';
  let complaint = '';
  let code: number | null | undefined;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  child.once('exit', (ended) => {
    code = ended;
  });
  await eventually(() => screen.includes('Ctrl-C') || code !== undefined, startLimitMs);
  await whileItRuns(screen);
  child.kill('SIGINT');
  await eventually(() => code !== undefined);
  return { screen, complaint, code };
}
