import { deepEqual, equal } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import { type GatewayApp, openGatewayApp } from '../gateway/gateway-app.fixture.ts';
import { relayReport } from './delivery-app.fixture.ts';

const path = '/api/admin/delivery/relays';

describe('the list of relays', () => {
  let product: GatewayApp;
  let revision: number;
  before(async () => {
    product = await openGatewayApp();
    const { headers } = await product.admin.post('/api/admin/projects/default/features', { name: 'cart' });
    revision = Number(headers['x-revision']);
    const ifMinRevision = { 'if-min-revision': String(revision) };
    await eventually(async () => equal((await holder().get('/api/client/features', { headers: ifMinRevision })).status, 200));
  });
  after(() => product.app.close());

  const holder = () => product.app.with({ authorization: product.clientToken });
  const report = (body: object) => holder().post('/api/client/metrics/edge', body);
  const list = async () => (await product.admin.get(path)).body.relays;
  const listed = async (id: string) => (await list()).find((relay: { id: string }) => relay.id === id);
  const revisionOf = (revisionId: number) => ({ environment: 'development', projects: ['*'], revisionId });

  it('contains the last report of each, with its lag', async () => {
    const own = { ...relayReport, identifier: 'edge-1', region: 'eu-north-1', connectedStreamingClients: 7 };
    for (const requests of [5, 3])
      equal((await report({ ...own, requestsSinceLastReport: { '/api/frontend': requests, '/api/client': 1 } })).status, 202);
    await eventually(async () => {
      const { reportedAt, ...relay } = await listed('edge-1');
      equal(new Date(reportedAt).toISOString(), reportedAt);
      deepEqual(relay, {
        id: 'edge-1',
        appName: relayReport.appName,
        version: relayReport.edgeVersion,
        region: 'eu-north-1',
        via: null,
        started: relayReport.started,
        streams: 7,
        requests: 4,
        revisionsBehind: null,
      });
    });
    for (const [edgeApiKeyRevisionIds, expected] of [
      [[revisionOf(revision)], 0],
      [[revisionOf(revision + 5)], 0],
      [[revisionOf(revision), revisionOf(revision - 1)], 1],
    ] as const) {
      equal((await report({ ...own, edgeApiKeyRevisionIds })).status, 202);
      await eventually(async () => equal((await listed('edge-1')).revisionsBehind, expected));
    }
  });

  it('contains the relays behind them, without invalid ones', async () => {
    const behind = { ...relayReport, identifier: 'edge-3', revisionsBehind: 2, connectedEdges: [{ ...relayReport, identifier: 'edge-4' }] };
    const malformed = [null, 'edge', {}, { ...relayReport, identifier: 'x'.repeat(300) }];
    equal((await report({ ...relayReport, identifier: 'edge-2', connectedEdges: [...malformed, behind] })).status, 202);
    await eventually(async () => {
      const found = (await list()).map((relay: Record<string, unknown>) => [relay['id'], relay['via'], relay['revisionsBehind']]);
      deepEqual(found.slice(-3), [
        ['edge-2', null, null],
        ['edge-3', 'edge-2', 2],
        ['edge-4', 'edge-3', null],
      ]);
    });
  });

  it('is bounded: 100 relays of a report, 1,000 in all', async () => {
    const reports = Array.from({ length: 11 }, (_, first) => {
      const connectedEdges = Array.from({ length: 150 }, (_each, index) => ({ ...relayReport, identifier: `bulk-${first}-${index}` }));
      return { ...relayReport, identifier: `bulk-${first}`, connectedEdges };
    });
    for (const each of reports) equal((await report(each)).status, 202);
    await eventually(async () => {
      const ids = (await list()).map(({ id }: { id: string }) => id);
      deepEqual([ids.length, ids[0], ids.at(-1)], [1000, 'bulk-1', 'bulk-10-98']);
    });
  });

  it('rejects a report without an identity, or with impossible values', async () => {
    for (const [body, at] of [
      [{ ...relayReport, identifier: undefined }, 'identifier'],
      [{ ...relayReport, started: 'yesterday' }, 'started'],
      [{ ...relayReport, connectedStreamingClients: -1 }, 'connectedStreamingClients'],
      [{ ...relayReport, edgeApiKeyRevisionIds: [{}] }, 'edgeApiKeyRevisionIds/0/environment'],
    ] as const) {
      const { status, body: refusal } = await report(body);
      deepEqual([status, refusal.name, refusal.details?.[0].path], [400, 'ValidationError', at]);
    }
  });

  it('is only for administrators', async () => {
    const { app, adminToken } = product;
    equal((await app.with({ authorization: adminToken }).get(path)).status, 200);
    equal((await app.with({}).get(path)).status, 401);
    equal((await holder().get(path)).status, 403);
    const password = 'a lever, a bell, a lamp';
    equal((await product.admin.post('/api/admin/user-admin', { username: 'vera', password, rootRole: 2 })).status, 201);
    const { headers } = await app.with({}).post('/auth/simple/login', { username: 'vera', password });
    const editor = app.with({ cookie: String(headers['set-cookie']).split(';')[0] ?? '' });
    equal((await editor.get(path)).status, 403);
  });
});
