import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Client, eventually, openClient, startLimitMs, testEnvironment } from '@signalbox/testing';
import { Agent } from 'undici';
import { bundle } from '../../services/standalone/src/bundle.ts';

const token = `default:development.${'ab'.repeat(28)}`;
const password = 'a bundle of words';

describe('a bundle', () => {
  /** Outside the checkout: a bundle contains everything that it reads. The path has a blank. */
  let folder: string;
  let built: string;
  let agent: Agent;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'a bundle-'));
    agent = new Agent();
    built = join(folder, 'bundle');
    // A complete run has one for its journeys.
    if (testEnvironment.entry.endsWith('.js')) await cp(dirname(testEnvironment.entry), built, { recursive: true });
    else await bundle(built);
  });
  after(async () => {
    await agent.destroy();
    await rm(folder, { recursive: true });
  });

  it('works like the complete product: login, evaluation, files and threads', async () => {
    const { child, url } = await startBundle([], /http:\/\/localhost:(\d+)/);
    const as = (headers: Record<string, string>): Client => openClient(url, agent, () => headers);
    const login = await as({}).post('/auth/simple/login', { username: 'admin', password });
    equal(login.status, 200);
    const admin = as({ cookie: String(login.headers['set-cookie']).split(';')[0] ?? '' });
    const features = '/api/admin/projects/default/features';
    equal((await admin.post(features, { name: 'bundled' })).status, 201);
    equal((await admin.post(`${features}/bundled/environments/development/strategies`, { name: 'default' })).status, 200);
    equal((await admin.post(`${features}/bundled/environments/development/on`)).status, 200);
    await eventually(async () => {
      const { body } = await as({ authorization: token }).get('/api/frontend?userId=1');
      deepEqual(body.toggles[0], {
        name: 'bundled',
        enabled: true,
        impressionData: false,
        variant: { name: 'disabled', enabled: false, feature_enabled: true },
      });
    });
    const yaml = { headers: { 'content-type': 'application/yaml' }, raw: 'features: [{ name: bundled' };
    match((await admin.post('/api/admin/state/import', undefined, yaml)).body.details[0].message, /is not valid YAML/);
    equal((await admin.get('/docs/asyncapi.json')).body.asyncapi, '3.0.0');
    match(String((await admin.get('/docs/swagger-ui.css')).body), /swagger-ui/);
    const script = await eventually(async () => {
      const [, path] = /<script type="module" src="([^"]+)"/.exec(String((await admin.get('/')).body)) ?? [];
      ok(path);
      return path;
    });
    const sent = await Promise.all(
      ['br, gzip', 'gzip', 'identity'].map((encoding) => fetch(url + script, { headers: { 'accept-encoding': encoding } })),
    );
    deepEqual(
      sent.map(({ headers }) => headers.get('content-encoding')),
      ['br', 'gzip', null],
    );
    equal(new Set(await Promise.all(sent.map((each) => each.text()))).size, 1);
    equal(await endOf(child), 0);
  });

  it('runs a single service', async () => {
    const { child, url } = await startBundle(['toggles'], /toggles listening on port (\d+)/);
    deepEqual((await openClient(url, agent, () => ({})).get('/health')).body, { health: 'GOOD' });
    equal(await endOf(child), 0);
  });

  it('contains no modules of the workspace, and SQLite for one platform', async () => {
    const files = await readdir(built, { recursive: true });
    deepEqual(
      files.filter((file) => /\.tsx?$/.test(file)),
      [],
    );
    equal(files.filter((file) => file.endsWith('.node')).length, 1);
    deepEqual(await readdir(join(built, 'node_modules')), ['@xmldom', 'swagger-ui-dist']);
  });

  it('refuses an unknown command', () => {
    const { status, stderr } = spawnSync(process.execPath, [join(built, 'main.js'), 'toggle'], { encoding: 'utf8' });
    equal(status, 2);
    match(stderr, /There is no command or service toggle\. Services: gateway, /);
  });

  /** Starts the bundle on a free port and waits for the line with its port. */
  async function startBundle(words: readonly string[], line: RegExp): Promise<{ readonly child: ChildProcess; readonly url: string }> {
    const env = {
      DATA_DIR: join(folder, words.join() || 'all'),
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'silent',
      INTERNAL_SECRET: 'ab'.repeat(32),
      INIT_ADMIN_PASSWORD: password,
      INIT_FRONTEND_API_TOKENS: token,
    };
    const child = spawn(process.execPath, [join(built, 'main.js'), ...words], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    await eventually(() => line.test(output), startLimitMs);
    return { child, url: `http://127.0.0.1:${line.exec(output)?.[1] ?? ''}` };
  }
});

async function endOf(child: ChildProcess): Promise<unknown> {
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  return (await gone)[0];
}
