import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { exchanges, type MetricsCount, type Principal, type RegisterCount, type SdkDetails } from '@signalbox/contracts';
import { beginningOf, hourMs } from '@signalbox/kit';
import { type TestApp, eventually, start } from '@signalbox/testing';
import { addProject, archive, postFeatures } from '../../feature/feature/feature.fixture.ts';
import { toggles } from '../../service.ts';

const evaluated = { yes: 1, no: 0, variants: {} };
const now = Date.now();
const at = new Date(now).toISOString();

const metrics = (counted: MetricsCount['toggles'], more: Partial<MetricsCount> = {}): Partial<MetricsCount> => ({
  kind: 'metrics',
  appName: 'shop',
  instanceId: 'one',
  environment: 'development',
  projects: ['*'],
  timestamp: new Date(beginningOf(hourMs, now)).toISOString(),
  at,
  toggles: counted,
  ...more,
});
const details: SdkDetails = {
  sdkFlavor: 'openfeature',
  sdkFlavorVersion: '1.2.0',
  platformName: 'node',
  platformVersion: '24.1.0',
  yggdrasilVersion: null,
  specVersion: '6.1.0',
};
const noDetails = Object.fromEntries(Object.keys(details).map((name) => [name, null]));
const register = (more: Partial<RegisterCount> = {}): RegisterCount => ({
  kind: 'register',
  appName: 'shop',
  instanceId: 'one',
  environment: 'development',
  projects: ['*'],
  sdkVersion: 'sdk-node:6.1.0',
  sdkType: 'backend',
  strategies: ['default', 'mine'],
  interval: 1000,
  started: at,
  at,
  ...more,
});

describe('applications', () => {
  let app: TestApp;
  let outsider: Principal;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'secret');
    await postFeatures(app, ['cart', 'menu', 'gone']);
    await postFeatures(app, ['hidden'], 'secret');
    await archive(app, 'gone');
    await count(
      register({ sdkDetails: details }),
      register({ instanceId: 'two', sdkVersion: 'sdk-js:3.0.0', sdkType: 'frontend' }),
      metrics({ cart: evaluated, gone: evaluated, hidden: evaluated, ghost: evaluated }, { sdkType: 'backend' }),
      metrics({ menu: evaluated }, { environment: 'production', instanceId: 'three' }),
      register({ appName: 'theirs', projects: ['secret'] }),
      metrics({ whisper: evaluated }, { appName: 'theirs', projects: ['secret'] }),
      register({ appName: 'idle', sdkVersion: null, strategies: [] }),
    );
    await app.users.hide('secret');
    outsider = app.users.someone();
    await eventually(async () => equal((await get('metrics/applications', app.users.admin)).body.total, 3));
  });
  after(() => app.close());

  const count = (...bodies: unknown[]) =>
    app.host.bus.publish([{ id: randomUUID(), exchange: exchanges.usage, key: 'delivery.usage', body: JSON.stringify(bodies) }]);
  const zeros = Array.from({ length: 23 }, () => 0);
  const sorted = (counts: number[]) => counts.toSorted((one, other) => one - other);
  const get = (path: string, who = outsider) => app.as(who).get(`/api/admin/${path}`);

  it('have an overview of their environments, SDKs, and unknown features and strategies', async () => {
    const { status, body } = await get('metrics/applications/shop/overview');
    equal(status, 200);
    deepEqual(body, {
      projects: ['default'],
      featureCount: 3,
      environments: [
        {
          name: 'development',
          instanceCount: 2,
          sdks: ['sdk-js:3.0.0', 'sdk-node:6.1.0'],
          frontendSdks: ['sdk-js:3.0.0'],
          backendSdks: ['sdk-node:6.1.0'],
          lastSeen: at,
          issues: { missingFeatures: ['ghost'], outdatedSdks: [] },
        },
        {
          name: 'production',
          instanceCount: 1,
          sdks: [],
          frontendSdks: [],
          backendSdks: [],
          lastSeen: at,
          issues: { missingFeatures: [], outdatedSdks: [] },
        },
      ],
      issues: { missingStrategies: ['mine'] },
      usage: body.usage,
    });
    const { body: all } = await get('metrics/applications/shop/overview', app.users.admin);
    deepEqual([all.projects, all.featureCount], [['default', 'secret'], 4]);
    deepEqual(
      [sorted(body.usage), sorted(all.usage)],
      [
        [...zeros, 3],
        [...zeros, 4],
      ],
    );
  });

  it('list their instances in one environment', async () => {
    const { status, body } = await get('metrics/instances/shop/environment/production');
    equal(status, 200);
    deepEqual(body, { instances: [{ instanceId: 'three', sdkVersion: null, sdkType: null, ...noDetails, clientIp: null, lastSeen: at }] });
    deepEqual((await get('metrics/instances/shop/environment/moon')).body, { instances: [] });
    equal((await get('metrics/instances/nobody/environment/production')).status, 404);
  });

  it('keep the SDK details of an instance when later reports have none, and replace them otherwise', async () => {
    const detailsOf = async (instanceId: string) => {
      const { body } = await get('metrics/instances/shop/environment/development');
      const {
        sdkVersion: _sdkVersion,
        sdkType: _sdkType,
        clientIp: _clientIp,
        lastSeen: _lastSeen,
        ...rest
      } = body.instances.find((one: { instanceId: string }) => one.instanceId === instanceId);
      return rest;
    };
    deepEqual(await detailsOf('one'), { instanceId: 'one', ...details });
    deepEqual(await detailsOf('two'), { instanceId: 'two', ...noDetails });
    const newer = { ...details, platformVersion: '26.0.0' };
    await count(register(), metrics({}, { instanceId: 'two', sdkType: 'frontend', sdkDetails: newer }));
    await eventually(async () => deepEqual(await detailsOf('two'), { instanceId: 'two', ...newer }));
    deepEqual(await detailsOf('one'), { instanceId: 'one', ...details });
  });

  it('list the strategy types and features that they use', async () => {
    const { body } = await get('metrics/applications/shop');
    deepEqual(
      body.strategies.map(({ name, displayName, notFound }: Record<string, unknown>) => [name, displayName, notFound]),
      [
        ['default', 'Standard', undefined],
        ['mine', undefined, true],
      ],
    );
    const [cart, gone] = body.seenToggles;
    const { createdAt, ...rest } = cart;
    equal(typeof createdAt, 'string');
    const common = { project: 'default', type: 'release', description: null, stale: false, impressionData: false };
    deepEqual(rest, { ...common, name: 'cart', archived: false });
    deepEqual([gone.name, gone.archived], ['gone', true]);
    deepEqual(
      body.instances.map(({ instanceId, sdkType }: Record<string, unknown>) => [instanceId, sdkType]),
      [
        ['one', 'backend'],
        ['two', 'frontend'],
        ['three', null],
      ],
    );
  });

  it('are listed with their projects, or with a star if none is known', async () => {
    const usage = async (who = outsider) =>
      (await get('metrics/applications', who)).body.applications.map((own: { appName: string; usage: unknown }) => [
        own.appName,
        own.usage,
      ]);
    const development = { environments: ['development'] };
    const shop = { project: 'default', environments: ['development', 'production'] };
    const idle = ['idle', [{ project: '*', ...development }]];
    deepEqual(await usage(), [idle, ['shop', [shop]]]);
    deepEqual(await usage(app.users.admin), [
      idle,
      ['shop', [shop, { project: 'secret', ...development }]],
      ['theirs', [{ project: 'secret', ...development }]],
    ]);
  });

  it('are listed with their instances, SDKs, last report and unknown features', async () => {
    const { body } = await get('metrics/applications');
    const figures = body.applications.map((own: Record<string, unknown>) => {
      const { appName, instanceCount, sdks, outdatedSdks, lastSeen, unknownCount } = own;
      return { appName, instanceCount, sdks, outdatedSdks, lastSeen, unknownCount };
    });
    deepEqual(figures, [
      { appName: 'idle', instanceCount: 1, sdks: [], outdatedSdks: [], lastSeen: at, unknownCount: 0 },
      { appName: 'shop', instanceCount: 3, sdks: ['sdk-js:3.0.0', 'sdk-node:6.1.0'], outdatedSdks: [], lastSeen: at, unknownCount: 1 },
    ]);
  });

  it('are listed for one project, if the caller can see it', async () => {
    const named = async (project: string, who = outsider) => {
      const { body } = await get(`metrics/applications?project=${project}`, who);
      return [body.total, ...body.applications.map(({ appName }: { appName: string }) => appName)];
    };
    deepEqual(await named('default'), [1, 'shop']);
    deepEqual([await named('secret'), await named('nowhere')], [[0], [0]]);
    deepEqual(await named('secret', app.users.admin), [2, 'shop', 'theirs']);
  });

  it('are hidden from users who can see none of their projects', async () => {
    for (const path of ['applications/theirs', 'applications/theirs/overview', 'instances/theirs/environment/development']) {
      equal((await get(`metrics/${path}`)).status, 404, path);
      equal((await get(`metrics/${path}`, app.users.admin)).status, 200, path);
    }
    equal((await get('projects/secret/applications')).status, 404);
    const unknown = async (who = outsider) =>
      (await get('metrics/unknown-flags', who)).body.unknownFlags.map(({ name }: { name: string }) => name);
    deepEqual([await unknown(), await unknown(app.users.admin)], [['ghost'], ['ghost', 'whisper']]);
  });

  it('belong to a project if they count its features or their token names it', async () => {
    const { status, body } = await get('projects/default/applications');
    equal(status, 200);
    deepEqual(body, {
      applications: [
        {
          name: 'shop',
          environments: ['development', 'production'],
          instances: ['one', 'two', 'three'],
          sdks: [
            { name: 'sdk-js', versions: ['3.0.0'] },
            { name: 'sdk-node', versions: ['6.1.0'] },
          ],
        },
      ],
      total: 1,
    });
    const secret = async (query: string) => {
      const page = (await get(`projects/secret/applications?${query}`, app.users.admin)).body;
      return [page.total, ...page.applications.map(({ name }: { name: string }) => name)];
    };
    deepEqual(await secret(''), [2, 'shop', 'theirs']);
    deepEqual(await secret('query=SHO'), [1, 'shop']);
    deepEqual(await secret('sortOrder=desc&limit=1&sortBy=appName'), [2, 'theirs']);
    deepEqual(await secret('limit=1&offset=1'), [2, 'theirs']);
    equal((await get('projects/nowhere/applications')).status, 404);
  });

  it('ignore unknown properties of a description', async () => {
    const path = '/api/admin/metrics/applications/planned%20two';
    const editor = app.as(app.users.editor);
    equal((await editor.post(path, { url: 'https://shop.example' })).status, 202);
    const before = (await get('metrics/applications/planned%20two')).body;
    const odd = { '*': 'x', created_by: 'somebody else', created_at: 0, seen_at: 1, name: 'stolen' };
    equal((await editor.post(path, odd)).status, 202);
    const { status, body } = await get('metrics/applications/planned%20two');
    equal(status, 200);
    const asSeen = { seenAt: null, lastSeen: null, updatedAt: null };
    deepEqual({ ...body, ...asSeen }, { ...before, ...asSeen });
    equal((await get('metrics/applications/stolen')).status, 404);
  });

  it('are described by permitted users, also before they are seen, and keep missing properties', async () => {
    const path = '/api/admin/metrics/applications/planned%20one';
    const editor = app.as(app.users.editor);
    const described = { description: 'Soon', url: 'https://shop.example', color: '#fff', icon: 'store', strategies: ['default'] };
    equal((await editor.post(path, described)).status, 202);
    equal((await editor.post(path, { color: null })).status, 202);
    const { body } = await get('metrics/applications/planned%20one');
    const { description, url, color, icon, createdBy, strategies } = body;
    deepEqual([description, url, color, icon, strategies[0].name], ['Soon', 'https://shop.example', null, 'store', 'default']);
    equal(createdBy, app.users.editor.name);
    const refused = await editor.post(path, { url: 'x'.repeat(256) });
    deepEqual([refused.status, refused.body.details[0].path], [400, 'url']);
    equal((await app.as(app.users.viewer).post(path, described)).status, 403);
  });

  it('are deleted until they are seen again', async () => {
    const path = '/api/admin/metrics/applications/theirs';
    equal((await app.as(app.users.viewer).delete(path)).status, 403);
    equal((await app.as(app.users.admin).delete(path)).status, 200);
    equal((await app.as(app.users.admin).delete(path)).status, 404);
    equal((await get('projects/secret/applications', app.users.admin)).body.total, 1);
    await count(register({ appName: 'theirs', projects: ['secret'] }));
    await eventually(async () => equal((await get('metrics/applications/theirs', app.users.admin)).status, 200));
  });

  it('keep the SDK version if a count does not contain it', async () => {
    const sdkOf = async (name: string) =>
      (await get(`metrics/instances/${name}/environment/development`, app.users.admin)).body.instances?.[0]?.sdkVersion;
    const report = (sdkVersion?: string) =>
      metrics({ cart: evaluated }, { appName: 'counter', projects: ['default'], ...(sdkVersion !== undefined && { sdkVersion }) });
    await count(report('unleash-client-js:3.7.0'));
    await eventually(async () => equal(await sdkOf('counter'), 'unleash-client-js:3.7.0'));
    await count(report());
    await count(register({ appName: 'later', projects: ['default'] }));
    await eventually(async () => equal(await sdkOf('later'), 'sdk-node:6.1.0'));
    equal(await sdkOf('counter'), 'unleash-client-js:3.7.0');
    await count(report('unleash-client-js:3.7.1'));
    await eventually(async () => equal(await sdkOf('counter'), 'unleash-client-js:3.7.1'));
  });

  it('name outdated SDKs in the instance, in a project and in their overview, limited to visible projects', async () => {
    const old = 'unleash-client-node:5.3.1';
    await count(
      register({ appName: 'old', sdkVersion: old, projects: ['default'] }),
      register({ appName: 'old', instanceId: 'two', sdkVersion: old, projects: ['default'] }),
      register({ appName: 'new', sdkVersion: 'unleash-client-node:6.0.0', projects: ['default'] }),
      register({ appName: 'old and hidden', sdkVersion: old, projects: ['secret'] }),
    );
    const outdated = async (path: string, who = outsider) => (await get(`${path}/sdks/outdated`, who)).body;
    await eventually(async () =>
      deepEqual(await outdated('metrics', app.users.admin), { sdks: [{ sdkVersion: old, applications: ['old', 'old and hidden'] }] }),
    );
    deepEqual(await outdated('metrics'), { sdks: [{ sdkVersion: old, applications: ['old'] }] });
    deepEqual(await outdated('projects/default'), { sdks: [{ sdkVersion: old, applications: ['old'] }] });
    deepEqual(await outdated('projects/secret', app.users.admin), { sdks: [{ sdkVersion: old, applications: ['old and hidden'] }] });
    equal((await get('projects/secret/sdks/outdated')).status, 404);
    const { body } = await get('metrics/applications/old/overview');
    deepEqual(body.environments[0].issues.outdatedSdks, [old]);
  });
});
