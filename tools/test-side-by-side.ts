// Runs the services of the commit before the last migration alongside the current ones, on the same servers, then rolls back: `npm run
// suite -- side-by-side`, or `-- --commit <commit>` for another commit.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Processes, type ProcessesOptions, startProcesses } from './distributed/processes.ts';
import { findEarlier } from './side-by-side/find-earlier.ts';
import { root } from './testing/root.ts';
import { openServers } from './testing/servers-for-run.ts';
import { serverNames } from './testing/suites.ts';

const prefix = `beside-${randomBytes(3).toString('hex')}-`;
const folder = join(tmpdir(), `signalbox-${prefix}files`);
const readyMs = 120_000;
const secret = () => randomBytes(28).toString('hex');
const tokens = { admin: `*:*.${secret()}`, client: `default:development.${secret()}` };

/** Checks out a commit into a folder and installs its packages. */
function checkOut(commit: string, into: string): void {
  mkdirSync(into, { recursive: true });
  const archive = execFileSync('git', ['-C', root, 'archive', commit], { maxBuffer: 1 << 30 });
  execFileSync('tar', ['-x', '-C', into], { input: archive });
  execFileSync(process.execPath, [join(into, 'tools/run.mjs'), '--version'], { cwd: into, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function step(name: string, work: () => Promise<void>): Promise<void> {
  const begin = performance.now();
  await work();
  console.log(`${name.padEnd(60)} ${((performance.now() - begin) / 1000).toFixed(1)} s`);
}

async function create(url: string, name: string): Promise<void> {
  const headers = { authorization: tokens.admin, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/admin/projects/default/features`, { method: 'POST', headers, body: JSON.stringify({ name }) });
  if (answer.status !== 201) throw new Error(`creating ${name} returned ${answer.status} ${await answer.text()}`);
}

/** Resolves when the SDK API and the search return these features. */
async function shows(url: string, names: readonly string[]): Promise<void> {
  const end = Date.now() + readyMs;
  let missing: readonly string[] = names;
  while (Date.now() < end) {
    const lists = await Promise.all([
      read(`${url}/api/client/features`, tokens.client),
      read(`${url}/api/admin/search/features`, tokens.admin),
    ]);
    missing = names.filter((name) => lists.some((list) => !list.includes(name)));
    if (missing.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${url} does not return ${missing.join(', ')}`);
}

async function read(url: string, token: string): Promise<string[]> {
  const answer = await fetch(url, { headers: { authorization: token } });
  const { features = [] } = (await answer.json()) as { features?: { name: string }[] };
  return features.map(({ name }) => name);
}

async function compare(commit: string): Promise<void> {
  const servers = await openServers({ prefix, folder, say: console.log }, serverNames);
  const running: Processes[] = [];
  const start = async (begin: (options: ProcessesOptions) => Promise<Processes>, name: string) => {
    const { mysql = '', rabbit = '', redis = '' } = servers.urls;
    const environment = {
      DATABASE_URL: mysql,
      BUS_URL: rabbit,
      CACHE_URL: redis,
      DATABASE_PREFIX: prefix,
      BUS_PREFIX: prefix,
      CACHE_PREFIX: prefix,
      DATA_DIR: join(folder, name),
      INTERNAL_SECRET: 'x'.repeat(40),
      INIT_ADMIN_PASSWORD: 'Side by side 1000',
      HOST: '127.0.0.1',
      INIT_ADMIN_API_TOKENS: tokens.admin,
      INIT_CLIENT_API_TOKENS: tokens.client,
      LOG_LEVEL: 'error',
    };
    const processes = await begin({ environment, port: 0 });
    running.push(processes);
    await processes.whenReady(readyMs);
    return processes;
  };
  const tree = join(folder, 'earlier');
  let urls = { earlier: '', later: '' };
  try {
    await step(`files and packages of ${commit.slice(0, 8)}`, async () => checkOut(commit, tree));
    const earlier = (await import(join(tree, 'tools/distributed/processes.ts'))) as { startProcesses: typeof startProcesses };
    await step(
      'the earlier services start',
      async () => void (urls = { ...urls, earlier: (await start(earlier.startProcesses, 'one')).url }),
    );
    await step('the earlier services write', () => create(urls.earlier, 'first'));
    await step(
      'the later services migrate and start',
      async () => void (urls = { ...urls, later: (await start(startProcesses, 'two')).url }),
    );
    await step('the earlier services still write', () => create(urls.earlier, 'second'));
    await step('the later services write', () => create(urls.later, 'third'));
    for (const url of [urls.earlier, urls.later])
      await step(`${url === urls.later ? 'the later' : 'the earlier'} services return all features`, () =>
        shows(url, ['first', 'second', 'third']),
      );
    await step('all services stop, as in a roll-back', async () => {
      for (const processes of running.splice(0)) await processes.close();
    });
    await step(
      'the earlier services start on the migrated tables',
      async () => void (urls = { ...urls, earlier: (await start(earlier.startProcesses, 'one')).url }),
    );
    await step('the earlier services write again', () => create(urls.earlier, 'fourth'));
    await step('the earlier services return all features', () => shows(urls.earlier, ['first', 'second', 'third', 'fourth']));
  } finally {
    for (const processes of running) await processes.close();
    await servers.close();
  }
}

const { values } = parseArgs({ options: { commit: { type: 'string' } } });
const earlier = values.commit === undefined ? findEarlier(root) : { commit: values.commit };
if ('nothing' in earlier) console.log(`There is nothing to compare: ${earlier.nothing}.`);
else {
  mkdirSync(folder, { recursive: true });
  await compare(earlier.commit).finally(() => rmSync(folder, { recursive: true, force: true }));
}
