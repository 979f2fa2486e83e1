import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { addProject, protect } from '../../feature/feature/feature.fixture.ts';
import { toggles } from '../../service.ts';
import { plainPolicy, readProtection } from './protected-environment.ts';

describe('protected environment', () => {
  let app: TestApp;
  const protection = (project: string, environment: string) => readProtection(app.store('toggles').reader(), project, environment);
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'shop');
  });
  after(() => app.close());

  it('applies the policy of its row, and only to its project and environment', async () => {
    await protect(app, 'shop', 'production');
    deepEqual(await protection('shop', 'production'), { requiredApprovals: 1, ...plainPolicy });
    deepEqual([await protection('shop', 'development'), await protection('default', 'production')], [null, null]);
  });

  it('ends when the project stops using the environment, and does not return with it', async () => {
    await protect(app, 'shop', 'development');
    const admin = app.as(app.users.admin);
    equal((await admin.delete('/api/admin/projects/shop/environments/development')).status, 200);
    equal(await protection('shop', 'development'), null);
    equal((await admin.post('/api/admin/projects/shop/environments', { environment: 'development' })).status, 200);
    equal(await protection('shop', 'development'), null);
  });

  it('ends with the environment', async () => {
    const admin = app.as(app.users.admin);
    equal((await admin.post('/api/admin/environments', { name: 'trial', type: 'test' })).status, 201);
    equal((await admin.post('/api/admin/projects/shop/environments', { environment: 'trial' })).status, 200);
    await protect(app, 'shop', 'trial');
    equal((await admin.delete('/api/admin/environments/trial')).status, 200);
    equal(await protection('shop', 'trial'), null);
  });

  it('ends with the project', async () => {
    equal((await app.as(app.users.admin).delete('/api/admin/projects/shop')).status, 200);
    equal(await protection('shop', 'production'), null);
  });
});
