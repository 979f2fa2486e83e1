import { deepEqual, equal, match } from 'node:assert/strict';
import { eventDefinitions, type Principal, roleIds } from '@signalbox/contracts';
import { start, type TestApp } from '@signalbox/testing';
import { addProject, postFeatures, protect } from '../../feature/feature/feature.fixture.ts';
import { postSegment, segments } from '../../feature/segment/segment.fixture.ts';
import { featureEnvironmentPath, postStrategies } from '../../feature/strategy/strategy.fixture.ts';
import { postPlan } from '../../release/plan/plan.fixture.ts';
import { toggles } from '../../service.ts';
import { verdictOn } from './guard-events.ts';

const elsewhere = { because: 'it changes nothing that applications receive' };

describe('the verdict on an event', () => {
  it('exists for every event of toggles that touches what applications receive', () => {
    const touching = [...eventDefinitions.values()].filter(({ service, touches }) => service === toggles.name && touches !== 'nothing');
    const forgotten = touching.filter(
      ({ type }) => JSON.stringify(verdictOn({ type, data: null, preData: null })) === JSON.stringify(elsewhere),
    );
    deepEqual(
      forgotten.map(({ type }) => type),
      [],
    );
    equal(touching.length > 30, true);
  });

  it('follows the kind of change that emits it', () => {
    const of = (type: string) => verdictOn({ type, data: null, preData: null });
    equal(of('feature-strategy-add'), 'environment');
    equal(of('feature-archived'), 'project');
    equal(of('segment-updated'), 'segment');
    deepEqual(of('feature-comment-added'), elsewhere);
  });
});

describe('a global segment', () => {
  let app: TestApp;
  let used: number;
  let planned: number;
  let preset: number;
  let unused: number;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'shop');
    for (const [name, project] of [
      ['here', 'default'],
      ['there', 'shop'],
    ] as const)
      await postFeatures(app, [name], project);
    [used, planned, preset, unused] = [
      await postSegment(app, 'used'),
      await postSegment(app, 'planned'),
      await postSegment(app, 'preset'),
      await postSegment(app, 'unused'),
    ];
    for (const [name, project] of [
      ['here', 'default'],
      ['there', 'shop'],
    ] as const)
      await postStrategies(app, featureEnvironmentPath(name, 'production', project), { segments: [used] });
    await postStrategies(app, featureEnvironmentPath('here', 'development'), { segments: [unused] });
    const milestones = [
      { name: 'first', strategies: [{ name: 'default' }] },
      { name: 'later', strategies: [{ name: 'default', segments: [planned] }] },
    ];
    await postPlan(app, 'here', { milestones }, 'production');
    const chosen = { name: 'flexibleRollout', parameters: { rollout: '50', stickiness: 'default', groupId: 'g' }, segments: [preset] };
    const path = '/api/admin/projects/default/environments/production/default-strategy';
    equal((await app.as(app.users.admin).post(path, chosen)).status, 200);
    await protect(app, 'default', 'production');
    await protect(app, 'shop', 'production');
  });
  after(() => app.close());

  let version = 0;
  const change = (user: Principal, id: number, options = {}) =>
    app
      .as(user)
      .put(
        `${segments}/${id}`,
        { name: `changed-${id}`, constraints: [{ contextName: 'userId', operator: 'IN', values: [`${++version}`] }] },
        options,
      );

  it('is not changed directly while protected environments use it, at once, in a milestone to come or by default', async () => {
    for (const [id, uses] of [
      [used, '2 protected environments of 2 projects'],
      [planned, '1 protected environment of 1 project'],
      [preset, '1 protected environment of 1 project'],
    ] as const) {
      const events = await app.eventsOf('toggles', async () => {
        const { status, body } = await change(app.users.editor, id);
        deepEqual([status, body.name, body.permissions], [403, 'NoAccessError', ['SKIP_CHANGE_REQUEST']]);
        match(body.message, new RegExp(uses));
      });
      deepEqual(events, []);
    }
  });

  it('lists how many protected environments use it, and one of them that the reader sees', async () => {
    const usesOf = async (id: number, user: Principal) => (await app.as(user).get(`${segments}/${id}/strategies`)).body.protectedUses;
    const proposeIn = { project: 'default', environment: 'production' };
    deepEqual(await usesOf(used, app.users.viewer), { environments: 2, projects: 2, proposeIn });
    equal(await usesOf(unused, app.users.viewer), undefined);
  });

  it('is changed directly if only environments use it that are not protected', async () => {
    equal((await change(app.users.editor, unused)).status, 204);
  });

  it('is changed directly by users who may skip change requests everywhere it is used, and that is recorded', async () => {
    const half = app.users.someone(roleIds.editor);
    await app.users.grant(half, await app.users.role({ permission: 'SKIP_CHANGE_REQUEST' }), 'default');
    equal((await change(half, used)).status, 403);
    const [first, second] = await app.eventsOf('toggles', async () => {
      equal((await change(app.users.admin, used, { headers: { 'x-change-reason': 'it burns' } })).status, 204);
    });
    deepEqual([first?.type, second?.type], ['protection-bypassed', 'segment-updated']);
  });
});
