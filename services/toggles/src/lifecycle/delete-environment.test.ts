import { deepEqual, equal, match } from 'node:assert/strict';
import { resourcePurged } from '@signalbox/contracts';
import { type TestApp, eventually, start } from '@signalbox/testing';
import { publishFromIdentity } from '../publish-from-identity.fixture.ts';
import { postFeatures, features } from '../feature/feature/feature.fixture.ts';
import { toggles } from '../service.ts';

const environments = '/api/admin/environments';

describe('deleted and cloned environments', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await postFeatures(app, ['cart']);
  });
  after(() => app.close());

  const admin = () => app.as(app.users.admin);
  const create = (name: string) => admin().post(environments, { name, type: 'test' });
  const use = (environment: string) => admin().post('/api/admin/projects/default/environments', { environment });
  const settingsIn = async (environment: string) => {
    const { body } = await admin().get(`${features}/cart`);
    return body.environments.find(({ name }: { name: string }) => name === environment);
  };

  const versionOf = async (path: string) => (await admin().get(path)).headers['etag'];

  describe('when deleted', () => {
    it('lose the settings of features there and emit environment-deleted', async () => {
      equal((await create('short')).status, 201);
      equal((await use('short')).status, 200);
      equal((await admin().post(`${features}/cart/environments/short/strategies`, { name: 'default' })).status, 200);
      equal((await settingsIn('short')).strategies.length, 1);
      const configuration = '/api/admin/projects/default/environments/short/change-requests/config';
      equal((await admin().put(configuration, { changeRequestsEnabled: true })).status, 200);
      const events = await app.eventsOf('toggles', async () => {
        const { status, body } = await admin().delete(`${environments}/short`);
        deepEqual([status, body], [200, '']);
      });
      deepEqual(
        events.slice(0, -1).map(({ type, project, environment }) => [type, project, environment]),
        [
          ['protection-bypassed', 'default', 'short'],
          ['change-request-configuration-updated', 'default', 'short'],
        ],
      );
      deepEqual(
        events.slice(-1).map(({ type, environment, preData }) => ({ type, environment, preData })),
        [
          {
            type: 'environment-deleted',
            environment: 'short',
            preData: { name: 'short', type: 'test', enabled: true, protected: false, sortOrder: 4 },
          },
        ],
      );
      equal(await settingsIn('short'), undefined);
      equal((await admin().get(`${environments}/short`)).status, 404);
    });

    it('increment the versions of the features that had them, and of no others', async () => {
      equal((await admin().post('/api/admin/projects', { id: 'apart', name: 'Apart' })).status, 201);
      await postFeatures(app, ['elsewhere'], 'apart');
      const other = '/api/admin/projects/apart/features/elsewhere';
      equal((await create('brief')).status, 201);
      equal((await use('brief')).status, 200);
      const [before, otherBefore] = [await versionOf(`${features}/cart`), await versionOf(other)];
      equal((await admin().delete(`${environments}/brief`)).status, 200);
      equal((await versionOf(`${features}/cart`)) === before, false);
      equal(await versionOf(other), otherBefore);
      equal((await admin().delete(other)).status, 202);
      equal((await admin().delete('/api/admin/projects/apart')).status, 200);
    });

    it('reserve their name until identity has purged them', async () => {
      const refused = await create('short');
      deepEqual([refused.status, refused.body.name], [409, 'NameExistsError']);
      match(refused.body.message, /short was deleted/);
      equal((await admin().post(`${environments}/validate`, { name: 'short' })).status, 409);
      const clone = await admin().post(`${environments}/development/clone`, { name: 'short', type: 'test' });
      equal(clone.status, 409);
      await publishFromIdentity(app, resourcePurged, { data: { kind: 'environment', id: 'short' } });
      await eventually(async () => equal((await create('short')).status, 201));
    });

    it('are refused if protected, the last one of a project, or unknown', async () => {
      equal((await admin().delete(`${environments}/default`)).status, 403);
      equal((await admin().delete(`${environments}/nowhere`)).status, 404);
      equal((await create('lonely')).status, 201);
      equal((await admin().post('/api/admin/projects', { id: 'one', name: 'One' })).status, 201);
      for (const other of ['development', 'production', 'short'])
        equal((await admin().delete(`/api/admin/projects/one/environments/${other}`)).status, 200);
      const { status, body } = await admin().delete(`${environments}/lonely`);
      deepEqual([status, body.name], [400, 'MinimumOneEnvironmentError']);
      match(body.message, /project one/);
    });
  });

  describe('when cloned', () => {
    it('name the source of role permissions if requested', async () => {
      const events = await app.eventsOf('toggles', async () => {
        for (const [name, clonePermissions] of [
          ['copied', true],
          ['bare', false],
        ] as const) {
          const { status } = await admin().post(`${environments}/development/clone`, {
            name,
            type: 'test',
            projects: [],
            clonePermissions,
          });
          equal(status, 200);
        }
      });
      const created = events.filter(({ type }) => type === 'environment-created');
      deepEqual(
        created.map(({ environment, data }) => [environment, (data as { permissionsFrom?: string }).permissionsFrom]),
        [
          ['copied', 'development'],
          ['bare', undefined],
        ],
      );
    });

    it('copy the settings of features under new ids, and change independently afterwards', async () => {
      const constraints = [{ contextName: 'userId', operator: 'IN', values: ['7'] }];
      const { body: segment } = await admin().post('/api/admin/segments', { name: 'testers', constraints });
      const strategies = `${features}/cart/environments/development/strategies`;
      const variants = [{ name: 'blue', weight: 1000, weightType: 'variable', stickiness: 'userId' }];
      const original = await admin().post(strategies, { name: 'default', title: 'first', constraints, segments: [segment.id], variants });
      equal((await admin().post(strategies, { name: 'default', title: 'second', disabled: true, sortOrder: 7 })).status, 200);
      const variantsIn = (environment: string) => `${features}/cart/environments/${environment}/variants`;
      equal((await admin().put(variantsIn('development'), [{ name: 'red', weight: 1000 }])).status, 200);
      equal((await admin().post(`${features}/cart/environments/development/on`)).status, 200);
      const events = await app.eventsOf('toggles', async () => {
        const { status } = await admin().post(`${environments}/development/clone`, { name: 'twin', type: 'preproduction' });
        equal(status, 200);
      });
      deepEqual(
        events.map(({ type, project, environment }) => [type, project, environment]),
        [
          ['environment-created', null, 'twin'],
          ['project-environment-added', 'default', 'twin'],
        ],
      );
      const [copy, second] = (await settingsIn('twin')).strategies;
      deepEqual([second.title, second.disabled, second.sortOrder], ['second', true, 7]);
      deepEqual((await admin().get(variantsIn('twin'))).body, (await admin().get(variantsIn('development'))).body);
      equal((await settingsIn('twin')).variantCount, 1);
      equal((await settingsIn('twin')).enabled, true);
      const { id, ...content } = original.body;
      const { id: copyId, ...copyContent } = copy;
      deepEqual(copyContent, content);
      equal(copyId === id, false);
      equal((await admin().get(`/api/admin/environments/twin`)).body.type, 'preproduction');
      equal((await admin().delete(`${features}/cart/environments/twin/strategies/${copyId}`)).status, 200);
      equal((await settingsIn('development')).strategies.length, 2);
      equal((await admin().put(variantsIn('twin'), [])).status, 200);
      equal((await settingsIn('development')).variantCount, 1);
    });

    it('increment the versions of features, so that an earlier If-Match fails', async () => {
      const headers = { 'if-match': String(await versionOf(`${features}/cart`)) };
      equal((await admin().post(`${environments}/development/clone`, { name: 'later', type: 'test' })).status, 200);
      equal((await admin().put(`${features}/cart`, { description: 'Late' }, { headers })).status, 412);
    });

    it('count the copied uses of context fields and segments', async () => {
      equal((await admin().post(`${environments}/development/clone`, { name: 'used', type: 'test' })).status, 200);
      const { body } = await admin().get('/api/admin/context/userId/strategies');
      const inUse = body.strategies.filter(({ environment }: { environment: string }) => environment === 'used');
      equal(inUse.length, 1);
      const { body: listed } = await admin().get('/api/admin/segments');
      const [{ id }] = listed.segments;
      const { body: using } = await admin().get(`/api/admin/segments/${id}/strategies`);
      equal(
        using.strategies.some(({ environment }: { environment: string }) => environment === 'used'),
        true,
      );
    });

    it('copy only the named projects', async () => {
      const body = { name: 'narrow', type: 'test', projects: [] };
      equal((await admin().post(`${environments}/development/clone`, body)).status, 200);
      equal(await settingsIn('narrow'), undefined);
      const unknown = { name: 'wide', type: 'test', projects: ['nowhere'] };
      equal((await admin().post(`${environments}/development/clone`, unknown)).status, 404);
      equal((await admin().get(`${environments}/wide`)).status, 404);
    });

    it('are refused for a name in use and an unknown source', async () => {
      equal((await admin().post(`${environments}/development/clone`, { name: 'production', type: 'test' })).status, 409);
      equal((await admin().post(`${environments}/nowhere/clone`, { name: 'other', type: 'test' })).status, 404);
    });
  });
});
