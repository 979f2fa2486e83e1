import { deepEqual, equal } from 'node:assert/strict';
import { type Principal, runChangeset } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import { ChangeRequest } from '../../services/change-requests/src/request/change-request.ts';
import { type ChangesApp, openChangesApp, proposals, requests, switchOn } from './changes-app.fixture.ts';

describe('an interrupted application', () => {
  let at: ChangesApp;
  let author: Principal;
  before(async () => {
    at = await openChangesApp();
    await at.createFeatures('early', 'late');
  });
  after(() => at.close());
  beforeEach(() => {
    author = at.app.users.someone();
  });

  /** Creates the state in which a process ends after recording the attempt. */
  const note = (id: number, since: Date) =>
    at.app.store('change-requests').transaction(async (em) => {
      const request = await em.findOneOrFail(ChangeRequest, { id });
      Object.assign(request, { attempt: 1, applyingSince: since, applyingActor: at.applier });
    });
  const longAgo = () => new Date(Date.now() - 60_000);
  const isOn = async (feature: string) =>
    (await at.operator.get(`/api/admin/projects/default/features/${feature}/environments/production`)).body.enabled;
  const approved = async (feature: string) => (await at.approved(author, switchOn(feature))).id as number;

  it('blocks all callers with 409 until its outcome is known', async () => {
    const id = await approved('early');
    await note(id, new Date());
    const as = at.app.as(author);
    const { features } = await at.get(id);
    const answers = [
      await at.ask(at.applier, id, 'Applied'),
      await at.ask(at.approver, id, 'Rejected'),
      await at.ask(author, id, 'Cancelled'),
      await as.post(proposals(), switchOn('late')),
      await as.delete(`${requests}/${id}/changes/${features[0].changes[0].id}`),
    ];
    deepEqual(new Set(answers.map(({ status, body }) => `${status} ${body.name}`)), new Set(['409 ConflictError']));
  });

  it('becomes Applied if toggles executed it, on behalf of the user who applied it', async () => {
    const id = await approved('early');
    await note(id, new Date());
    const [change] = (await at.get(id)).features[0].changes;
    await at.app.host.ask(runChangeset, {
      purpose: 'apply',
      key: `change-request:${id}:1`,
      actor: at.applier,
      project: 'default',
      environment: 'production',
      changes: [{ id: change.id, ...switchOn('early'), action: 'updateEnabled' }],
      states: false,
    });
    const emitted = await at.app.eventsOf('change-requests', async () => {
      await note(id, longAgo());
      await eventually(async () => equal((await at.get(id)).state, 'Applied'));
    });
    deepEqual(
      emitted.map(({ type, createdBy }) => [type, createdBy]),
      [['change-request-applied', at.applier.name]],
    );
  });

  it('stays Approved if toggles did not, never takes effect later, and can be applied again', async () => {
    const id = await approved('late');
    await note(id, longAgo());
    await eventually(async () => {
      const row = await at.app.store('change-requests').reader().findOneOrFail(ChangeRequest, { id });
      equal(row.applyingSince, null);
    });
    deepEqual([(await at.get(id)).state, await isOn('late')], ['Approved', false]);
    const { status, body } = await at.ask(at.applier, id, 'Applied');
    deepEqual([status, body.state, await isOn('late')], [200, 'Applied', true]);
  });
});
