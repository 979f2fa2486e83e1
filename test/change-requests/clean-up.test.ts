import { deepEqual, equal } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import { type ChangesApp, openChangesApp, requests, switchOn } from './changes-app.fixture.ts';

describe('the clean-up of a feature', () => {
  let changes: ChangesApp;
  before(async () => {
    changes = await openChangesApp();
    await changes.protect();
    await changes.createFeatures('cart');
  });
  after(() => changes.close());

  it('is blocked by a change request in review, until it is closed', async () => {
    const { app } = changes;
    const admin = app.as(app.users.admin);
    const blockers = async () => (await admin.get(`/api/admin/projects/default/features/cart/cleanup`)).body.blockers;
    const { id } = await changes.propose(app.users.admin, switchOn('cart'));
    deepEqual(await blockers(), []);
    equal((await admin.put(`${requests}/${id}/state`, { state: 'In review' })).status, 200);
    await eventually(async () => deepEqual(await blockers(), [{ code: 'change-request', evidence: `change request #${id} is open` }]));
    equal((await admin.put(`${requests}/${id}/state`, { state: 'Cancelled' })).status, 200);
    await eventually(async () => deepEqual(await blockers(), []));
  });
});
