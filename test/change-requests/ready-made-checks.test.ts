import { deepEqual, equal } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { type ChangesApp, openChangesApp } from './changes-app.fixture.ts';

// Ready-made checks of the reference, identity side §8, that no other test covers.

describe('a project with change requests', () => {
  let at: ChangesApp;
  before(async () => {
    at = await openChangesApp();
    await at.createFeatures('written', 'single');
  });
  after(() => at.close());

  it("refuses an editor's direct writes to production but not to development, and none of an admin token (check 2)", async () => {
    const editor = at.app.users.someone(roleIds.editor);
    await at.app.users.grant(editor, roleIds.owner, 'default');
    const switchOn = (environment: string) => `/api/admin/projects/default/features/written/environments/${environment}/on`;
    const path = '/api/admin/projects/default/features/written';
    const refused = await at.direct(editor).post(switchOn('production'));
    deepEqual([refused.status, refused.body.name, refused.body.permissions], [403, 'NoAccessError', ['SKIP_CHANGE_REQUEST']]);
    equal((await at.operator.get(`${path}/environments/production`)).body.enabled, false);
    equal((await at.direct(editor).post(switchOn('development'))).status, 200);
    equal((await at.direct(at.app.users.adminToken).post(switchOn('production'))).status, 200);
    equal((await at.operator.get(`${path}/environments/production`)).body.enabled, true);
  });

  it('shows that deleting the only strategy switches a feature off, and does so (check 11)', async () => {
    const environment = '/api/admin/projects/default/features/single/environments/production';
    const { body: strategy } = await at.operator.post(`${environment}/strategies`, { name: 'default' });
    equal((await at.operator.post(`${environment}/on`)).status, 200);
    const { id, features } = await at.approved(at.app.users.someone(), {
      action: 'deleteStrategy',
      feature: 'single',
      payload: { id: strategy.id },
    });
    deepEqual(features[0].defaultChange, { action: 'updateEnabled', payload: { enabled: false } });
    equal((await at.ask(at.applier, id, 'Applied')).body.state, 'Applied');
    const { body } = await at.operator.get(environment);
    deepEqual([body.enabled, body.strategies], [false, []]);
  });
});
