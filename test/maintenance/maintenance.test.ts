import { deepEqual, equal, ok } from 'node:assert/strict';
import { type Answer, type Client, eventually } from '@signalbox/testing';
import { type EventStream, openStream } from '../delivery/event-stream.fixture.ts';
import { type GatewayApp, openGatewayApp } from '../gateway/gateway-app.fixture.ts';

const maintenance = '/api/admin/maintenance';
const features = '/api/admin/projects/default/features';
const patch = [{ op: 'replace', path: '/description', value: 'patched' }];

const writes: Record<string, (admin: Client) => Promise<Answer>> = {
  'POST of a feature': (admin) => admin.post(features, { name: 'too-late' }),
  'PUT of a feature': (admin) => admin.put(`${features}/early`, { description: 'late' }),
  'PATCH of a feature': (admin) => admin.patch(`${features}/early`, patch),
  'DELETE of a feature': (admin) => admin.delete(`${features}/early`),
  'POST of an import': (admin) =>
    admin.post('/api/admin/features-batch/import', {
      project: 'default',
      environment: 'development',
      data: { features: [], featureStrategies: [] },
    }),
  'POST of a comment on a change request': (admin) =>
    admin.post('/api/admin/projects/default/change-requests/1/comments', { text: 'late' }),
  'POST of a favorite': (admin) => admin.post(`${features}/early/favorites`),
  'POST of a token': (admin) => admin.post('/api/admin/api-tokens', { tokenName: 'late', type: 'admin' }),
};

const reads: Record<string, (product: GatewayApp) => Promise<Answer>> = {
  'GET of features': ({ admin }) => admin.get(features),
  'GET of tokens': ({ admin }) => admin.get('/api/admin/api-tokens'),
  'GET of maintenance': ({ admin }) => admin.get(maintenance),
  'POST that checks a name': ({ admin }) => admin.post('/api/admin/features/validate', { name: 'free' }),
  'POST that exports features': ({ admin }) => admin.post('/api/admin/features-batch/export', { environment: 'development' }),
  'POST that previews an import': ({ admin }) =>
    admin.post('/api/admin/features-batch/validate', {
      project: 'default',
      environment: 'development',
      data: { features: [], featureStrategies: [] },
    }),
  'POST that searches events': ({ admin }) => admin.post('/api/admin/events/search', {}),
  'GET that verifies the log of events': ({ admin }) => admin.get('/api/admin/audit/verify'),
  'POST that evaluates': ({ admin }) =>
    admin.post('/api/admin/playground/advanced', { environments: ['development'], projects: '*', context: { appName: 'shop' } }),
  'POST that logs in': ({ app, password }) => app.with({}).post('/auth/simple/login', { username: 'admin', password }),
  'GET of an application': ({ app, clientToken }) => app.with({ authorization: clientToken }).get('/api/client/features'),
};

describe('maintenance mode', () => {
  let product: GatewayApp;
  before(async () => {
    product = await openGatewayApp();
    equal((await product.admin.post(features, { name: 'early' })).status, 201);
  });
  after(() => product.app.close());

  /** Returns the id of the request. */
  const set = async (enabled: boolean): Promise<string> => {
    const { status, headers } = await product.admin.post(maintenance, { enabled });
    equal(status, 204);
    return String(headers['x-request-id']);
  };
  const outcome = ({ status, body, headers }: Answer) => [status, body.name, headers['retry-after']];

  describe('while it is on', () => {
    before(async () => {
      await set(true);
      for (const write of Object.values(writes)) await eventually(async () => (await write(product.admin)).status === 503);
    });

    for (const [what, write] of Object.entries(writes)) {
      it(`refuses a ${what} with 503`, async () => {
        deepEqual(outcome(await write(product.admin)), [503, 'MaintenanceModeError', '60']);
      });
    }

    for (const [what, read] of Object.entries(reads)) {
      it(`accepts a ${what}`, async () => {
        equal((await read(product)).status, 200);
      });
    }
  });

  it('lets streams of changes begin and continue', async () => {
    const open = () => openStream(product.app.url, { authorization: product.adminToken }, '/api/admin/changes/stream');
    const tells = (stream: EventStream, request: string) =>
      eventually(() => ok(stream.events.some(({ data }) => data.groupId === request)));
    await set(false);
    const before = await open();
    const on = await set(true);
    const meanwhile = await open();
    await tells(before, on);
    const off = await set(false);
    for (const stream of [before, meanwhile]) await tells(stream, off);
    for (const stream of [before, meanwhile]) stream.close();
  });

  it('ends when an administrator switches it off, and changes are accepted again', async () => {
    await set(true);
    await set(false);
    await eventually(async () => equal((await product.admin.post(features, { name: 'after' })).status, 201));
    equal((await product.admin.get(`${features}/early`)).body.description, null);
    equal((await product.admin.get(`${features}/too-late`)).status, 404);
  });

  it('emits an event when it is switched', async () => {
    await eventually(async () => {
      const { body } = await product.admin.post('/api/admin/events/search', { type: 'setting-updated' });
      deepEqual(body.events[0]?.data, { id: 'maintenance.mode', enabled: false });
      deepEqual(body.events[0]?.preData, { enabled: true });
    });
  });
});
