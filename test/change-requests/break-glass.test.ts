import { deepEqual, equal, match } from 'node:assert/strict';
import type { Principal } from '@signalbox/contracts';
import { type Answer, eventually } from '@signalbox/testing';
import { type ChangesApp, openChangesApp, requests, switchOn } from './changes-app.fixture.ts';

const featurePath = (name: string) => `/api/admin/projects/default/features/${name}/environments`;
const because = (reason: string) => ({ headers: { 'x-change-reason': reason } });

describe('a direct write to a protected environment', () => {
  let at: ChangesApp;
  before(async () => {
    at = await openChangesApp();
    await at.createFeatures('one', 'two', 'three', 'four');
  });
  after(() => at.close());

  const reported = async (title: string, isNotified: (request: Answer['body']) => void) => {
    let shown: Answer['body'];
    await eventually(async () => {
      const { body } = await at.app.as(at.app.users.viewer).get(requests);
      const found = body.filter((request: { title: string }) => request.title === title);
      equal(found.length, 1);
      shown = await at.get(found[0].id);
      isNotified(shown);
    });
    return shown;
  };
  const actionsOf = ({ features }: Answer['body']) =>
    features.map(({ name, changes }: { name: string; changes: { action: string }[] }) => [name, changes.map(({ action }) => action)]);
  const review = (id: number, as: Principal) => at.app.as(as).put(`${requests}/${id}/reviewed`);

  it('opens an applied request for review, with the reason as its title and the changes', async () => {
    const emitted = await at.app.eventsOf('change-requests', async () => {
      equal((await at.operator.post(`${featurePath('one')}/production/on`, undefined, because('It burns'))).status, 200);
      const request = await reported('It burns', (shown) => deepEqual(actionsOf(shown), [['one', ['addStrategy', 'updateEnabled']]]));
      deepEqual(
        [request.state, request.review, request.environment, request.createdBy.username, request.approvals, request.comments],
        ['Applied', 'due', 'production', at.app.users.admin.name, [], []],
      );
      deepEqual(request.features[0].changes[1].payload, { enabled: true });
    });
    deepEqual(
      emitted.map(({ type, data }) => [type, (data as { state: string }).state]),
      [['change-request-created', 'Applied']],
    );
  });

  it('lists effects without a matching change in a comment', async () => {
    const name = 'imported';
    const strategy = { name: 'default', featureName: name, parameters: {}, constraints: [] };
    const data = { features: [{ name, type: 'release', project: 'default' }], featureStrategies: [strategy] };
    const body = { project: 'default', environment: 'production', data };
    const { status, body: refusal } = await at.operator.post('/api/admin/features-batch/import', body, because('A restore'));
    equal(status, 200, JSON.stringify(refusal));
    const request = await reported('A restore', (shown) => deepEqual(actionsOf(shown), [[name, ['addStrategy']]]));
    const [{ text, createdBy }] = request.comments;
    deepEqual([request.comments.length, createdBy.id], [1, null]);
    match(text, /^Also changed: features-imported in production/);
  });

  it('stores a long reason completely', async () => {
    const reason = 'x'.repeat(1000);
    equal((await at.operator.post(`${featurePath('three')}/production/on`, undefined, because(reason))).status, 200);
    const request = await reported('x'.repeat(255), (shown) => deepEqual(actionsOf(shown), [['three', ['addStrategy', 'updateEnabled']]]));
    deepEqual(
      request.comments.map(({ text }: { text: string }) => text),
      [reason],
    );
  });

  it('opens no request without a reason, and includes no other write with the same id', async () => {
    const named = (reason?: string) => ({ headers: { 'x-request-id': 'chosen', ...(reason && { 'x-change-reason': reason }) } });
    equal((await at.operator.post(`${featurePath('four')}/production/on`, undefined, named('First'))).status, 200);
    equal((await at.operator.post(`${featurePath('four')}/production/off`, undefined, named('Second'))).status, 200);
    await reported('First', (shown) => deepEqual(actionsOf(shown), [['four', ['addStrategy', 'updateEnabled']]]));
    const second = await reported('Second', (shown) => deepEqual(actionsOf(shown), [['four', ['updateEnabled']]]));
    deepEqual(second.features[0].changes[0].payload, { enabled: false });
  });

  it('needs no reason in an emergency, and the request waits for it afterwards', async () => {
    await at.createFeatures('burning');
    equal((await at.operator.post(`${featurePath('burning')}/production/on`, undefined, because('Before the fire'))).status, 200);
    await at.protect({ reasonRequired: true });
    equal((await at.operator.post(`${featurePath('burning')}/production/off`)).status, 403);
    const bystander = at.app.users.someone();
    equal((await at.direct(bystander).post(`${featurePath('burning')}/production/off?emergency=true`)).status, 403);
    equal((await at.operator.post(`${featurePath('burning')}/production/off?emergency=true`)).status, 200);
    const inbox = async (as: Principal) => (await at.app.as(as).get('/api/admin/inbox')).body.emergencies;
    await eventually(async () => equal((await inbox(at.app.users.admin)).total, 1));
    const { id, reasonDue, review: due } = (await inbox(at.app.users.admin)).first[0];
    deepEqual([reasonDue, due], [true, 'due']);
    await reported('Turn off burning in production', (shown) => deepEqual(actionsOf(shown), [['burning', ['updateEnabled']]]));
    const say = (reason: string, as = at.app.users.admin) => at.app.as(as).put(`${requests}/${id}/reason`, { reason });
    equal((await at.app.as(at.app.users.admin).put(`${requests}/${id}/title`, { title: 'Something else' })).status, 400);
    deepEqual([(await say('mine', at.approver)).status, (await say('  ')).status, (await say('x'.repeat(1001))).status], [403, 400, 400]);
    const emitted = await at.app.eventsOf('change-requests', async () => {
      equal((await say('Carts fail: INC-2071 ')).status, 204);
    });
    deepEqual(
      emitted.map(({ type, data }) => [type, data]),
      [['change-request-reason-given', { changeRequestId: id, reason: 'Carts fail: INC-2071' }]],
    );
    const shown = await at.get(id);
    deepEqual([shown.title, shown.reasonDue, shown.review], ['Carts fail: INC-2071', undefined, 'due']);
    equal((await say('Another')).status, 400);
    const title = await at.app.as(at.app.users.admin).put(`${requests}/${id}/title`, { title: 'Another' });
    equal(title.status, 400);
    deepEqual([(await inbox(at.app.users.admin)).total, (await inbox(at.approver)).first[0].id], [0, id]);
    await at.protect({ reasonRequired: false });
  });

  it('is reviewed once, by another user who may approve', async () => {
    const { id } = await reported('It burns', () => {});
    const { viewer, admin, adminToken } = at.app.users;
    deepEqual([(await review(id, viewer)).status, (await review(id, adminToken)).status], [403, 403]);
    equal((await review(id, admin)).status, 403);
    const events = await at.app.eventsOf('change-requests', async () => {
      equal((await review(id, at.approver)).status, 204);
      equal((await review(id, at.approver)).status, 204);
    });
    deepEqual(
      events.map(({ type, createdBy }) => [type, createdBy]),
      [['change-request-approval-added', at.approver.name]],
    );
    const { review: outcome, approvals, state } = await at.get(id);
    deepEqual([outcome, state, approvals[0].createdBy.id], ['done', 'Applied', at.approver.id]);
    const proposed = await at.propose(viewer, switchOn('three'));
    equal((await at.ask(viewer, proposed.id, 'In review')).status, 200);
    equal((await review(proposed.id, at.approver)).status, 400);
  });
});
