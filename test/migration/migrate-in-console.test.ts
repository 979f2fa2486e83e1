import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@signalbox/testing';
import { type Product, startProduct } from '../journeys/product.ts';

const path = '/api/admin/migration/unleash';

interface Line {
  readonly line?: string;
  readonly error?: string;
  // biome-ignore lint: tests assert on any content
  readonly result?: any; // oxlint-disable-line typescript/no-explicit-any
}

describe('a migration by the server', function () {
  this.timeout(120_000);
  let source: Product;
  let target: Product;
  let silent: Server;
  before(async () => {
    source = await startProduct();
    target = await startProduct({ INTEGRATIONS_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128' });
    silent = createServer(() => undefined);
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    for (const name of ['cart', 'menu']) equal((await source.admin.post('/api/admin/projects/default/features', { name })).status, 201);
    await eventually(async () => equal((await target.admin.get('/api/admin/audit/checkpoints')).body.keys.length, 1), 30_000);
  });
  after(async () => {
    silent?.closeAllConnections();
    silent?.close();
    await source?.close();
    await target?.close();
  });

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
    leaving.abort();
    silent.closeAllConnections();
    silent.close();
    await eventually(async () => equal((await target.admin.post(path, bodyOf('plan'))).status, 200), 30_000);
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
