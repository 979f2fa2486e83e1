import { deepEqual, equal, match, notEqual } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { surfaces } from '@signalbox/standalone/services';
import { eventually, newWorkspace, type Workspace, removeWorkspace, testEnvironment } from '@signalbox/testing';
import { findEnvironment } from '../../tools/distributed/environment.ts';
import { findFreePort } from '../../tools/distributed/ports.ts';

const root = join(import.meta.dirname, '../..');
const program = testEnvironment.way === 'standalone' ? 'services/standalone/src/main.ts' : 'tools/start-distributed.ts';

describe('the first screen', function () {
  this.timeout(120_000);
  let place: Workspace;
  before(async () => {
    place = await newWorkspace(surfaces);
  });
  after(() => removeWorkspace(place));

  it('says where it is, how to log in, where the data lies and how to stop; the password only once', async () => {
    const first = await startAndStop(place);
    equal(first.code, 0);
    match(first.screen, /Address +http:\/\/localhost:\d+/);
    match(first.screen, /Log in +admin \/ \S+ +\(shown this once\)/);
    match(first.screen, /Data +\S/);
    match(first.screen, /Stop +Ctrl-C/);
    const second = await startAndStop(place);
    equal(second.code, 0);
    match(second.screen, /Log in/);
    equal(second.screen.includes('shown this once'), false);
  });

  it('does not come when settings are wrong: one sentence each, and the process ends', async () => {
    const wrong = { LOG_LEVEL: 'loud', SESSION_HOURS: 'ten', INIT_CLIENT_API_TOKENS: 'default:development.abc123' };
    const { code, screen, complaint } = await startAndStop(place, wrong);
    notEqual(code, 0);
    equal(screen.includes('is running'), false);
    for (const name of Object.keys(wrong)) match(complaint, new RegExp(`${name} `));
  });

  it('does not come when a token is for an environment that does not exist', async () => {
    const unknown = { INIT_CLIENT_API_TOKENS: `default:nowhere.${'ab'.repeat(28)}` };
    const { code, complaint } = await startAndStop(place, unknown);
    equal(code, 2);
    match(complaint, /INIT_CLIENT_API_TOKENS/);
    equal(complaint.includes('    at '), false);
  });
});

describe('the settings that only the machine can refuse', function () {
  this.timeout(120_000);
  let place: Workspace;
  before(async () => {
    place = await newWorkspace(surfaces);
  });
  after(() => removeWorkspace(place));

  async function complaintOver(settings: Readonly<Record<string, string>>): Promise<string> {
    const { code, screen, complaint } = await startAndStop(place, settings);
    deepEqual([code, screen.includes('is running')], [2, false]);
    equal(complaint.includes('    at '), false, complaint);
    return complaint;
  }

  it('are named when the port is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    match(await complaintOver({ PORT: String(port) }), new RegExp(`PORT ${port} is taken`));
    server.close();
  });

  if (testEnvironment.way === 'standalone') {
    it('are named when the folder is none', async () => {
      match(await complaintOver({ DATA_DIR: process.execPath }), /DATA_DIR cannot be used/);
    });
  } else {
    it('are named when the database does not know the user', async () => {
      const { host } = new URL(testEnvironment.mysqlUrl ?? '');
      match(await complaintOver({ DATABASE_URL: `mysql://nobody-there:wrong@${host}` }), /DATABASE_URL cannot be used/);
    });
  }

  it('are named when the database’s URL says what nobody understands', async () => {
    match(await complaintOver({ DATABASE_URL: 'mysql://box@127.0.0.1?tls=yes' }), /DATABASE_URL cannot be used.*parameter tls is unknown/);
  });
});

describe('prefixes of two checkouts', () => {
  it('differ, and stay the same for one data folder', async () => {
    const given = { DATABASE_URL: 'mysql://root@127.0.0.1:1', BUS_URL: 'amqp://127.0.0.1:1', CACHE_URL: 'redis://127.0.0.1:1' };
    const places = await Promise.all([newWorkspace(surfaces), newWorkspace(surfaces)]);
    const prefixes = [];
    for (const { dataDir } of [...places, ...places]) {
      const { environment } = await findEnvironment({ ...given, DATA_DIR: dataDir }, () => undefined);
      deepEqual([environment['BUS_PREFIX'], environment['CACHE_PREFIX']], [environment['DATABASE_PREFIX'], environment['DATABASE_PREFIX']]);
      prefixes.push(environment['DATABASE_PREFIX']);
    }
    deepEqual(prefixes.slice(0, 2), prefixes.slice(2));
    notEqual(prefixes[0], prefixes[1]);
    await Promise.all(places.map(removeWorkspace));
  });
});

/** Starts the product as a person would, waits for its screen or its end, and stops it as Ctrl-C would. */
async function startAndStop(place: Workspace, settings: Readonly<Record<string, string>> = {}) {
  const { mysqlUrl = '', amqpUrl = '', redisUrl = '' } = testEnvironment;
  const servers = testEnvironment.way === 'standalone' ? {} : { DATABASE_URL: mysqlUrl, BUS_URL: amqpUrl, CACHE_URL: redisUrl };
  const names = { DATABASE_PREFIX: place.prefix, BUS_PREFIX: place.prefix, CACHE_PREFIX: place.prefix };
  const port = String(await findFreePort());
  const given = {
    ...servers,
    ...names,
    DATA_DIR: place.dataDir,
    HOST: '127.0.0.1',
    PORT: port,
    LOG_LEVEL: 'silent',
    ...settings,
  };
  const child = spawn(process.execPath, [join(root, program)], {
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
  await eventually(() => screen.includes('Ctrl-C') || code !== undefined, 60_000);
  child.kill('SIGINT');
  await eventually(() => code !== undefined, 30_000);
  return { screen, complaint, code };
}
