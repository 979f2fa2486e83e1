import { deepEqual, equal, match } from 'node:assert/strict';
import {
  apiTokenCreated,
  apiTokenDeleted,
  apiTokenUpdated,
  serviceAccountCreated,
  serviceAccountDeleted,
  userCreated,
  userDeleted,
} from '@signalbox/contracts';
import { type TestApp, eventually, start } from '@signalbox/testing';
import { archive, postFeatures } from '../../feature/feature/feature.fixture.ts';
import { featureEnvironmentPath, postStrategies } from '../../feature/strategy/strategy.fixture.ts';
import { publishFromIdentity } from '../../publish-from-identity.fixture.ts';
import { toggles } from '../../service.ts';

const path = '/api/admin/instance-admin/statistics';

describe('statistics of the instance', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await postFeatures(app, ['one', 'two', 'past']);
    await archive(app, 'past');
    await postStrategies(app, featureEnvironmentPath('one'), {}, {});
    await app.as(app.users.admin).post('/api/admin/metrics/applications/shop', {});
  });
  after(() => app.close());

  const user = { id: 7, name: null, username: 'seven', email: null, rootRole: 3, isAPI: false };
  const createdAt = '2026-03-01T12:00:00.000Z';
  const token = (type: string) => ({ tokenName: 't', type, environment: 'development', projects: ['*'], expiresAt: null, createdAt });
  const accounts = async () => {
    const { users, serviceAccounts, apiTokens } = (await app.as(app.users.admin).get(path)).body;
    return [users, serviceAccounts, apiTokens];
  };

  it('count the objects of the instance', async () => {
    const { status, body } = await app.as(app.users.admin).get(path);
    equal(status, 200);
    const { timestamp, versionOSS, ...counts } = body;
    match(timestamp, /^\d{4}-/);
    match(versionOSS, /^\d+\.\d+\.\d+/);
    deepEqual(counts, {
      versionEnterprise: '',
      users: 0,
      serviceAccounts: 0,
      apiTokens: { admin: 0, client: 0, frontend: 0 },
      featureToggles: 2,
      archivedFeatureToggles: 1,
      projects: 1,
      contextFields: 5,
      environments: 3,
      segments: 0,
      strategies: 5,
      clientApps: [
        { range: '7d', count: 1 },
        { range: '30d', count: 1 },
        { range: 'allTime', count: 1 },
      ],
      maxEnvironmentStrategies: 2,
    });
  });

  it('count users, service accounts and tokens from the events of identity', async () => {
    await publishFromIdentity(app, userCreated, { data: user });
    await publishFromIdentity(app, userCreated, { data: { ...user, id: 8 } });
    await publishFromIdentity(app, serviceAccountCreated, { data: user });
    await publishFromIdentity(app, apiTokenCreated, { data: token('client') });
    await publishFromIdentity(app, apiTokenCreated, { data: token('frontend') });
    await eventually(async () => deepEqual(await accounts(), [2, 1, { admin: 0, client: 1, frontend: 1 }]));
    await publishFromIdentity(app, userDeleted, { preData: user });
    await publishFromIdentity(app, serviceAccountDeleted, { preData: user });
    await publishFromIdentity(app, apiTokenUpdated, { preData: token('client'), data: token('client') });
    await publishFromIdentity(app, apiTokenDeleted, { preData: token('frontend') });
    await eventually(async () => deepEqual(await accounts(), [1, 0, { admin: 0, client: 1, frontend: 0 }]));
  });

  it('are also available as CSV', async () => {
    const { status, headers, body } = await app.as(app.users.admin).get(`${path}/csv`);
    equal(status, 200);
    match(String(headers['content-type']), /^text\/csv/);
    const [names = '', values = ''] = (body as string).trim().split('\n');
    const columns = new Map(names.split(',').map((name, index) => [name, values.split(',')[index]]));
    const shown = ['featureToggles', 'maxEnvironmentStrategies', 'apiTokens_client', 'clientApps_allTime'].map((name) => columns.get(name));
    deepEqual(shown, ['2', '2', '1', '1']);
  });

  it('are only available to administrators', async () => {
    for (const at of [path, `${path}/csv`]) equal((await app.as(app.users.editor).get(at)).status, 403);
  });
});
