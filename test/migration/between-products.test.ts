import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@signalbox/migration';
import { eventually } from '@signalbox/testing';
import { type Product, startProduct } from '../journeys/product.ts';

const path = '/api/admin/migration/unleash';
const project = '/api/admin/projects/default';
const bulk = Array.from({ length: 12 }, (_, index) => `bulk-${index}`);

interface Line {
  readonly line?: string;
  readonly error?: string;
  // biome-ignore lint: tests assert on any content
  readonly result?: any; // oxlint-disable-line typescript/no-explicit-any
}

describe('a migration between two products', () => {
  let source: Product;
  let target: Product;
  let silent: Server;
  before(async () => {
    [source, target] = await Promise.all([startProduct(), startProduct({ INTEGRATIONS_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128' })]);
    silent = createServer(() => undefined);
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    for (const name of ['cart', 'menu']) equal((await source.admin.post('/api/admin/projects/default/features', { name })).status, 201);
    await eventually(async () => equal((await target.admin.get('/api/admin/audit/checkpoints')).body.keys.length, 1));
  });
  after(async () => {
    silent?.closeAllConnections();
    silent?.close();
    await source?.close();
    await target?.close();
  });

  describe('by the server', () => {
    const bodyOf = (step: string, more: object = {}) => ({
      step,
      url: source.url,
      sourceToken: source.tokens.admin,
      token: target.tokens.admin,
      contexts: 3,
      ...more,
    });
    async function run(step: string): Promise<Line[]> {
      const { status, body } = await target.admin.post(path, bodyOf(step));
      equal(status, 200, JSON.stringify(body));
      return String(body)
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Line);
    }

    it('shows the plan, and changes nothing', async () => {
      const lines = await run('plan');
      match(lines[0]?.line ?? '', /^Reading http/);
      deepEqual(lines.at(-1)?.result.plan.counts.feature, { exact: 2, adapted: 0, skipped: 0 });
      equal((await target.admin.get('/api/admin/projects/default/features')).body.features.length, 0);
    });

    it('imports with its progress, and can be repeated', async () => {
      const lines = await run('import');
      ok(lines.some(({ line }) => line === '2 of 2 features of the project default created'));
      ok(lines.at(-1)?.result.plan);
      equal((await target.admin.get('/api/admin/projects/default/features')).body.features.length, 2);
      ok((await run('import')).some(({ line }) => line === '0 of 2 features of the project default created'));
    });

    it('compares both instances, and returns the report with the signature', async () => {
      const { result } = (await run('verify')).at(-1) ?? {};
      deepEqual(result.verification.differences, []);
      deepEqual(JSON.parse(result.signed.text), { plan: result.plan, verification: result.verification });
      match(result.signed.jws, /^[\w-]+\.[\w-]+\.[\w-]+$/);
    });

    it('ends with the reason if the source refuses the token', async () => {
      const { body } = await target.admin.post(path, bodyOf('plan', { sourceToken: 'wrong' }));
      match(String(body).trim().split('\n').at(-1) ?? '', /^\{"error":"GET http.* failed with 401/);
    });

    it('runs alone, until its reader leaves', async () => {
      const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
      const leaving = new AbortController();
      const response = await fetch(`${target.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: target.tokens.admin },
        body: JSON.stringify(bodyOf('plan', { url })),
        signal: leaving.signal,
      });
      equal(response.status, 200);
      const { status, body } = await target.admin.post(path, bodyOf('plan'));
      deepEqual([status, body.name], [409, 'ConflictError']);
      match(body.message, /^A migration from http:.* has been running since 2.*Z. It ends .* or 60 s after its source stops responding\.$/);
      leaving.abort();
      silent.closeAllConnections();
      silent.close();
      await eventually(async () => equal((await target.admin.post(path, bodyOf('plan'))).status, 200));
    });

    it('needs an administrator, an address outside of the network, and a token to write', async () => {
      const anonymous = await fetch(`${target.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(bodyOf('plan')),
      });
      equal(anonymous.status, 401);
      const refused = await source.admin.post(path, bodyOf('plan'));
      deepEqual([refused.status, refused.body.name], [400, 'BadDataError']);
      match(refused.body.message, /INTEGRATIONS_ALLOWED_NETWORKS/);
      for (const url of ['http://169.254.169.254/', 'https://10.0.0.1/', 'file:///etc/passwd', 'https://user:secret@unleash.example'])
        equal((await source.admin.post(path, bodyOf('plan', { url }))).status, 400, url);
      const { status, body } = await target.admin.post(path, bodyOf('import', { token: undefined }));
      deepEqual([status, body.details[0].path], [400, 'token']);
      equal((await target.admin.post(path, bodyOf('verify', { contexts: 1001 }))).status, 400);
    });
  });

  describe('followed by the command', () => {
    let folder: string;
    let stop: (() => Promise<unknown>) | undefined;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'follow-'));
      for (const name of ['first', ...bulk]) await create(source, name);
      await create(target, 'own');
      equal((await source.admin.post('/api/admin/segments', { name: 'testers', constraints: [] })).status, 201);
    });
    after(async () => {
      await stop?.();
      await rm(folder, { recursive: true });
    });

    const create = async ({ admin }: Product, name: string) => equal((await admin.post(`${project}/features`, { name })).status, 201);
    async function remove(...features: string[]): Promise<void> {
      equal((await source.admin.post(`${project}/archive`, { features })).status, 202);
      equal((await source.admin.post(`${project}/delete`, { features })).status, 200);
    }
    const namesIn = async (path: string, key: string): Promise<string[]> =>
      (await target.admin.get(path)).body[key].map(({ name }: { name: string }) => name).toSorted();
    const features = () => namesIn(`${project}/features`, 'features');
    const run = (lines: string[], step: string[], stopping = new AbortController().signal) => {
      const from = ['from-unleash', '--url', source.url];
      const to = ['--to', target.url, '--report', join(folder, 'report'), '--contexts', '1'];
      const print = (line: string) => void lines.push(line);
      const env = { UNLEASH_TOKEN: source.tokens.admin, SIGNALBOX_TOKEN: target.tokens.admin };
      return migrate([...from, ...to, ...step], { print, warn: print, env, stop: stopping });
    };
    /** Follows until `work` resolves. It receives a function that waits for the next line with this pattern. */
    async function follow(work: (next: (pattern: RegExp) => Promise<void>) => Promise<void>): Promise<void> {
      const lines: string[] = [];
      const ending = new AbortController();
      const following = run(lines, ['follow', '--interval', '1'], ending.signal);
      stop = () => {
        ending.abort();
        return following;
      };
      await work((pattern) =>
        eventually(() => {
          const at = lines.findIndex((line) => pattern.test(line));
          if (at < 0) throw new Error(`no line ${String(pattern)} in ${lines.join('\n')}`);
          lines.splice(0, at + 1);
        }),
      );
      await stop();
      stop = undefined;
    }

    it('deletes features and segments that the source has deleted, if an import of the command has created them', async () => {
      const lines: string[] = [];
      equal(await run(lines, ['import']), 0, lines.join('\n'));
      const record = JSON.parse(await readFile(join(folder, 'report.created.json'), 'utf8')) as Record<string, unknown>;
      deepEqual([(record['features'] as string[]).toSorted(), record['segments']], [['first', ...bulk].toSorted(), ['testers']]);
      const { segments } = (await source.admin.get('/api/admin/segments')).body;
      equal((await source.admin.delete(`/api/admin/segments/${segments[0].id}`)).status, 204);
      await remove('first', 'menu');
      await follow(async (next) => {
        await next(/ 1 deleted, nothing compared$/);
        deepEqual(await features(), [...bulk, 'cart', 'menu', 'own'].toSorted());
        deepEqual(await namesIn('/api/admin/segments', 'segments'), []);
        await create(source, 'first');
        await next(/ 0 deleted, nothing compared$/);
        deepEqual(await features(), [...bulk, 'cart', 'first', 'menu', 'own'].toSorted());
        await remove('first');
        await next(/ 1 deleted, nothing compared$/);
      });
      deepEqual(await namesIn('/api/admin/archive/features', 'features'), []);
    });

    it('deletes nothing if most features are missing at once', async () => {
      await remove(...bulk);
      await follow(async (next) => next(/^The source lacks 12 of 12 imported features, so none was deleted\./));
      deepEqual(await features(), [...bulk, 'cart', 'menu', 'own'].toSorted());
    });

    it('rejects the record of another migration', async () => {
      const lines: string[] = [];
      equal(await run(lines, ['import', '--to', `${target.url}/`]), 1);
      match(lines.at(-1) ?? '', /report\.created\.json belongs to a migration from http.* Use another --report\.$/);
    });
  });
});
