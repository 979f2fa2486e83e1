import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { addProject, archive, postFeatures } from '../../feature/feature/feature.fixture.ts';
import { featureEnvironmentPath } from '../../feature/strategy/strategy.fixture.ts';
import { toggles } from '../../service.ts';
import { postPlan } from '../plan/plan.fixture.ts';
import { guardBy } from '../safeguard/safeguard.fixture.ts';

describe('the safeguards of a project', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'secret');
    await app.users.hide('secret');
    await postFeatures(app, ['guarded', 'bare', 'gone', 'own']);
  });
  after(() => app.close());

  const get = (project: string, who = app.users.someone()) => app.as(who).get(`/api/admin/projects/${project}/safeguards`);

  it('are listed with their release plans, those without safeguards, and features with safeguards of their own', async () => {
    const plan = await postPlan(app, 'guarded', { safeguards: [guardBy('errors')] }, 'production');
    const bare = await postPlan(app, 'bare');
    await postPlan(app, 'gone', { safeguards: [guardBy('errors')] });
    await archive(app, 'gone');
    const path = `${featureEnvironmentPath('own')}/safeguards`;
    const { body: own } = await app.as(app.users.admin).put(path, guardBy('failures'));
    const { status, body } = await get('default');
    equal(status, 200);
    deepEqual(body, {
      guarded: [
        { featureName: 'bare', environment: 'development', plan: { id: bare.id, name: bare.name }, safeguards: [] },
        { featureName: 'guarded', environment: 'production', plan: { id: plan.id, name: plan.name }, safeguards: plan.safeguards },
        { featureName: 'own', environment: 'development', plan: null, safeguards: [own] },
      ],
    });
  });

  it('are empty for a project without any, and hidden with their project', async () => {
    equal((await get('secret')).status, 404);
    equal((await get('nowhere')).status, 404);
    deepEqual((await get('secret', app.users.admin)).body, { guarded: [] });
  });
});
