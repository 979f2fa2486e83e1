import { deepEqual, equal, match } from 'node:assert/strict';
import type { Principal } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import { type ChangesApp, openChangesApp, requests, rollOut } from './changes-app.fixture.ts';

describe('segments used by open change requests', () => {
  let at: ChangesApp;
  let author: Principal;
  let segment: number;
  before(async () => {
    at = await openChangesApp();
    author = at.app.users.someone();
    await at.createFeatures('lamp');
    const made = await at.operator.post('/api/admin/segments', { name: 'night', constraints: [] });
    equal(made.status, 201, JSON.stringify(made.body));
    segment = made.body.id;
  });
  after(() => at.close());

  const using = (...segments: number[]) => ({ ...rollOut('lamp'), payload: { ...rollOut('lamp').payload, segments } });
  const uses = async (as: Principal) => {
    const { status, body } = await at.direct(as).get(`/api/admin/segments/${segment}/strategies`);
    equal(status, 200, JSON.stringify(body));
    return body.changeRequestStrategies as { changeRequest: { id: number } }[];
  };
  const become = (as: Principal, count: number) => eventually(async () => equal((await uses(as)).length, count));
  const other = () => at.app.users.someone();

  it('are listed to the author of a draft, to others from review on, and not if the change was replaced or removed', async () => {
    const { id, features } = await at.propose(author, using(segment));
    const [{ id: change }] = features[0].changes;
    await become(author, 1);
    const expected = { projectId: 'default', featureName: 'lamp', strategyName: 'flexibleRollout', environment: 'production' };
    deepEqual(await uses(author), [{ ...expected, changeRequest: { id } }]);
    deepEqual([(await uses(other())).length, (await uses(at.app.users.admin)).length], [0, 1]);
    const edited = await at.app.as(author).put(`${requests}/${id}/changes/${change}`, using());
    equal(edited.status, 200, JSON.stringify(edited.body));
    await become(author, 0);
    await at.propose(author, using(segment));
    await become(author, 1);
    equal((await at.ask(author, id, 'In review')).status, 200);
    await become(other(), 1);
    const added = (await at.get(id)).features[0].changes[1].id;
    equal((await at.app.as(author).delete(`${requests}/${id}/changes/${added}`)).status, 200);
    await become(author, 0);
    equal((await at.ask(author, id, 'Cancelled')).status, 200);
  });

  it('cannot be deleted while one of the requests is open', async () => {
    const { body: strategy } = await at.operator.post('/api/admin/projects/default/features/lamp/environments/production/strategies', {
      name: 'default',
    });
    const change = { action: 'updateStrategy', feature: 'lamp', payload: { id: strategy.id, name: 'default', segments: [segment] } };
    const { id } = await at.approved(author, change);
    await become(other(), 1);
    deepEqual((await uses(other()))[0], {
      id: strategy.id,
      projectId: 'default',
      featureName: 'lamp',
      strategyName: 'default',
      environment: 'production',
      changeRequest: { id },
    });
    const refused = await at.operator.delete(`/api/admin/segments/${segment}`);
    equal(refused.status, 409);
    match(refused.body.message, /used by 1 strategy of an open change request/);
    equal((await at.ask(at.approver, id, 'Rejected')).status, 200);
    await eventually(async () => equal((await at.operator.delete(`/api/admin/segments/${segment}`)).status, 204));
  });

  it('are not listed for requests in hidden projects, or if the project no longer uses the environment', async () => {
    const made = await at.operator.post('/api/admin/segments', { name: 'day', constraints: [] });
    segment = made.body.id;
    await at.propose(at.app.users.admin, using(segment));
    await become(at.app.users.admin, 1);
    await at.app.users.hide('default');
    deepEqual(await uses(other()), []);
    const unused = await at.operator.delete('/api/admin/projects/default/environments/production');
    equal(unused.status, 200, JSON.stringify(unused.body));
    deepEqual(await uses(at.app.users.admin), []);
  });
});
