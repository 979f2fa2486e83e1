import { deepEqual, equal, match } from 'node:assert/strict';
import { resourcePurged } from '@signalbox/contracts';
import { type TestApp, eventually, start } from '@signalbox/testing';
import { publishFromIdentity } from '../publish-from-identity.fixture.ts';
import { postFeatures } from '../feature/feature/feature.fixture.ts';
import { toggles } from '../service.ts';

const projects = '/api/admin/projects';

describe('delete project', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
  });
  after(() => app.close());

  const admin = () => app.as(app.users.admin);
  const create = (id: string) => admin().post(projects, { id, name: id });
  async function withArchived(id: string, ...names: string[]): Promise<void> {
    equal((await create(id)).status, 201);
    await postFeatures(app, names, id);
    equal((await admin().post(`${projects}/${id}/archive`, { features: names })).status, 202);
  }

  it('deletes archived features and segments too, and emits an event for each', async () => {
    await withArchived('gone', 'gone.a', 'gone.b');
    const segment = { name: 'gone-only', project: 'gone', constraints: [] };
    equal((await admin().post('/api/admin/segments', segment)).status, 201);
    const configuration = `${projects}/gone/environments/production/change-requests/config`;
    equal((await admin().put(configuration, { changeRequestsEnabled: true })).status, 200);
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await admin().delete(`${projects}/gone`);
      deepEqual([status, body], [200, '']);
    });
    deepEqual(
      events.map(({ type, project, featureName }) => [type, project, featureName]),
      [
        ['feature-deleted', 'gone', 'gone.a'],
        ['feature-deleted', 'gone', 'gone.b'],
        ['segment-deleted', 'gone', null],
        ['change-request-configuration-updated', 'gone', null],
        ['project-deleted', 'gone', null],
      ],
    );
    const { data, preData } = events.at(-1) ?? {};
    equal(data, null);
    deepEqual(preData, {
      id: 'gone',
      name: 'gone',
      description: null,
      mode: 'open',
      defaultStickiness: 'default',
      featureLimit: null,
      featureNaming: { pattern: null, example: null, description: null },
      linkTemplates: [],
    });
    equal((await admin().get(`${projects}/gone`)).status, 404);
    const { body: archived } = await admin().get('/api/admin/archive/features');
    equal(
      archived.features.some(({ name }: { name: string }) => name.startsWith('gone.')),
      false,
    );
    const { body: left } = await admin().get('/api/admin/segments');
    deepEqual(left.segments, []);
  });

  it('reserves the id until identity has purged the project', async () => {
    equal((await create('again')).status, 201);
    equal((await admin().delete(`${projects}/again`)).status, 200);
    const refused = await create('again');
    deepEqual([refused.status, refused.body.name], [409, 'NameExistsError']);
    match(refused.body.message, /again was deleted/);
    await publishFromIdentity(app, resourcePurged, { data: { kind: 'environment', id: 'again' } });
    await publishFromIdentity(app, resourcePurged, { data: { kind: 'project', id: 'other' } });
    await publishFromIdentity(app, resourcePurged, { data: { kind: 'project', id: 'again' } });
    await eventually(async () => equal((await create('again')).status, 201));
  });

  it('refuses a project with active features and names one, the default project, and an unknown one', async () => {
    equal((await create('busy')).status, 201);
    await postFeatures(app, ['busy.a'], 'busy');
    const busy = await admin().delete(`${projects}/busy`);
    deepEqual([busy.status, busy.body.name], [403, 'InvalidOperationError']);
    match(busy.body.message, /busy\.a/);
    equal((await admin().get(`${projects}/busy`)).status, 200);
    equal((await admin().delete(`${projects}/default`)).status, 403);
    equal((await admin().delete(`${projects}/nowhere`)).status, 404);
  });

  it('refuses an anonymous caller and callers without permission', async () => {
    equal((await create('kept')).status, 201);
    equal((await app.as(null).delete(`${projects}/kept`)).status, 401);
    const { status, body } = await app.as(app.users.viewer).delete(`${projects}/kept`);
    deepEqual([status, body.permissions], [403, ['DELETE_PROJECT']]);
  });
});
