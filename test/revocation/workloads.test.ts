import { deepEqual, equal, match } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { type Answer, eventually } from '@signalbox/testing';
import { openTokenIssuer, type TokenIssuer } from '../../services/identity/src/workload/exchange/token-issuer.fixture.ts';
import { type GatewayApp, openGatewayApp } from '../gateway/gateway-app.fixture.ts';

const administration = '/api/admin/workload-identities';

describe('a token of a workload', () => {
  let gateway: GatewayApp;
  let issuer: TokenIssuer;
  let count = 0;
  before(async () => {
    issuer = await openTokenIssuer();
    gateway = await openGatewayApp({ INTERNAL_ISSUERS: new URL(issuer.issuer).host });
    for (const id of ['shop', 'other']) equal((await gateway.admin.post('/api/admin/projects', { id, name: id })).status, 201);
    const hidden = { id: 'hidden', name: 'hidden', mode: 'private' };
    equal((await gateway.admin.post('/api/admin/projects', hidden)).status, 201);
  });
  after(async () => {
    await gateway.app.close();
    await issuer.close();
  });

  async function send(audience: string): Promise<Answer> {
    const form = {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: await issuer.sign(),
      subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
      audience,
    };
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return gateway.app.with({}).post('/auth/token/exchange', undefined, { raw: new URLSearchParams(form).toString(), headers });
  }

  const features = (project: string) => `/api/admin/projects/${project}/features`;
  const create = async (client: GatewayApp['admin'], project: string) => {
    count += 1;
    return (await client.post(features(project), { name: `feature-${count}` })).status;
  };

  /** Creates a job with a token that every service has cached. */
  async function job(
    roles: readonly number[] = [roleIds.member],
    probe = async (client: GatewayApp['admin']) => equal(await create(client, 'shop'), 201),
  ) {
    count += 1;
    const expected = {
      name: `deploys-${count}`,
      issuer: issuer.issuer,
      audience: 'signalbox',
      claims: { repository: ['acme/shop'] },
      project: 'shop',
      roles,
    };
    const { status, body } = await eventually(async () => {
      const answer = await gateway.admin.post(administration, expected);
      equal(answer.status, 201, JSON.stringify(answer.body));
      return answer;
    });
    equal(status, 201);
    const exchanged = await send(expected.name);
    equal(exchanged.status, 200, JSON.stringify(exchanged.body));
    const client = gateway.app.with({ authorization: `Bearer ${exchanged.body.access_token}` });
    await eventually(() => probe(client));
    return { id: body.id as number, path: `${administration}/${body.id}`, name: expected.name, expected, client };
  }

  const reads = ['/api/admin/projects', '/api/admin/user', '/api/admin/search/events'];

  async function endsWithin(client: GatewayApp['admin'], end: () => Promise<{ status: number }>): Promise<void> {
    equal((await end()).status, 200);
    await eventually(async () => {
      const statuses = await Promise.all(reads.map(async (path) => (await client.get(path)).status));
      deepEqual(statuses, [401, 401, 401]);
    });
  }

  it('works in its project and in no other, and events name the workload identity', async () => {
    const { client, name, id } = await job();
    equal(await create(client, 'other'), 403);
    equal(await create(client, 'default'), 403);
    equal(await create(client, 'hidden'), 403);
    equal((await client.get('/api/admin/projects/hidden')).status, 404);
    for (const path of ['/api/admin/user-admin', administration]) equal((await client.get(path)).status, 403, path);
    equal((await client.post('/api/admin/projects', { id: 'mine', name: 'Mine' })).status, 403);
    await eventually(async () => {
      const { events } = (await gateway.admin.get('/api/admin/events')).body;
      const own = events.filter((event: { createdBy: string }) => event.createdBy === name);
      deepEqual(
        own.map((event: { type: string; createdByUserId: number; project: string }) => [event.type, event.createdByUserId, event.project]),
        [['feature-created', id, 'shop']],
      );
    });
  });

  it('uploads code references with the one permission for it, and does nothing else', async () => {
    const role = { name: 'Scanner', type: 'custom', permissions: [{ name: 'UPDATE_CODE_REFERENCES' }] };
    const { id } = (await gateway.admin.post('/api/admin/roles', role)).body.roles;
    const upload = { commit: 'abc1234', scannedAt: new Date().toISOString(), sequence: 1, references: [] };
    const path = '/api/admin/projects/shop/code-references/shop/branches/main';
    const { client } = await job([id], async (scanner) => equal((await scanner.put(path, upload)).status, 200));
    equal(await create(client, 'shop'), 403);
    equal((await client.put(path.replace('shop', 'other'), upload)).status, 403);
  });

  it('is not accepted by the SDK API', async () => {
    const { client } = await job();
    equal(
      (await client.post('/api/client/metrics', { appName: 'x', bucket: { start: new Date(), stop: new Date(), toggles: {} } })).status,
      401,
    );
  });

  it('ends with the deletion of its workload identity', async () => {
    const { client, path } = await job();
    await endsWithin(client, () => gateway.admin.delete(path));
  });

  it('ends with disabling its workload identity, and a new one works immediately after enabling', async () => {
    const { client, path, expected } = await job();
    await endsWithin(client, () => gateway.admin.put(path, { ...expected, enabled: false }));
    equal((await send(expected.name)).status, 400);
    equal((await gateway.admin.put(path, expected)).status, 200);
    const again = gateway.app.with({ authorization: (await send(expected.name)).body.access_token });
    await eventually(async () => equal(await create(again, 'shop'), 201));
  });

  it("ends with its project's deletion", async () => {
    equal((await gateway.admin.post('/api/admin/projects', { id: 'brief', name: 'brief' })).status, 201);
    const { path, expected } = await job();
    equal((await gateway.admin.delete(path)).status, 200);
    const answer = await eventually(async () => {
      const made = await gateway.admin.post(administration, { ...expected, project: 'brief' });
      equal(made.status, 201);
      return made;
    });
    const client = gateway.app.with({ authorization: (await send(answer.body.name)).body.access_token });
    await eventually(async () => equal(await create(client, 'brief'), 201));
    for (const { name } of (await gateway.admin.get(features('brief'))).body.features)
      await gateway.admin.delete(`${features('brief')}/${name}`);
    await endsWithin(client, () => gateway.admin.delete('/api/admin/projects/brief'));
  });

  it('has less access with a project owner removing its roles', async () => {
    const { client, id } = await job();
    equal((await gateway.admin.delete(`/api/admin/projects/shop/users/${id}/roles`)).status, 200);
    await eventually(async () => equal(await create(client, 'shop'), 403));
  });
});

describe('token exchanges', () => {
  it('are limited by address', async () => {
    const gateway = await openGatewayApp({ EXCHANGES_PER_MINUTE: '3' });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const send = async () => (await gateway.app.with({}).post('/auth/token/exchange', undefined, { raw: 'grant_type=x', headers })).status;
    const statuses = [await send(), await send(), await send(), await send()];
    const metrics = String((await gateway.admin.get('/metrics')).body);
    await gateway.app.close();
    deepEqual(statuses, [400, 400, 400, 429]);
    match(metrics, /^signalbox_token_exchanges_total\{.*outcome="refused".*\} 3$/m);
  });
});
