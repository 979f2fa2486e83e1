import { deepEqual, equal, match } from 'node:assert/strict';
import { type Principal, roleIds } from '@signalbox/contracts';
import { type TestApp, start } from '@signalbox/testing';
import { addProject, emitted, features, postFeatures, protect } from '../../feature/feature/feature.fixture.ts';
import { addSegments, environmentKeys, featureEnvironmentPath, isOn, postStrategies } from '../../feature/strategy/strategy.fixture.ts';
import type { SerializedStrategy } from '../../feature/strategy/strategy.ts';
import { toggles } from '../../service.ts';
import { milestonesFor, postTemplate, projectTemplates, rolloutTo, templates } from '../template/template.fixture.ts';
import { notStarted } from './enter-milestone.ts';
import { plansPath, postPlan, readPlan, startPath } from './plan.fixture.ts';

describe('release plans', () => {
  let app: TestApp;
  let count = 0;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'other');
  });
  after(() => app.close());

  const editor = () => app.as(app.users.editor);
  const arrange = async () => {
    const name = `released-${(count += 1)}`;
    await postFeatures(app, [name]);
    return name;
  };
  const strategiesOf = async (name: string): Promise<SerializedStrategy[]> =>
    (await app.as(app.users.viewer).get(`${featureEnvironmentPath(name)}/strategies`)).body;
  const sharesOf = async (name: string) => (await strategiesOf(name)).map(({ parameters }) => parameters['rollout']);

  it('copy the safeguards of a template with new ids, unless the plan has its own', async () => {
    const impactMetric = { metricName: 'errors_total', timeRange: 'hour', aggregationMode: 'count', labelSelectors: {} };
    const safeguard = { impactMetric, triggerCondition: { operator: '>', threshold: 10 }, action: 'step-back' };
    const template = await postTemplate(app, { safeguards: [safeguard] });
    const add = async (more: object) => (await postPlan(app, await arrange(), { templateId: template.id, ...more })).safeguards;
    const [one] = await add({});
    const [other] = await add({});
    deepEqual([one], [{ ...template.safeguards?.[0], id: one?.id, triggeredAt: null, reason: null }]);
    equal(one?.id === other?.id, false);
    deepEqual(await add({ safeguards: [] }), []);
  });

  it('copy a template with new ids, and put its strategies into the group of the feature', async () => {
    const template = await postTemplate(app, {
      name: 'Copied',
      description: 'steps',
      milestones: [
        { name: 'a', strategies: [rolloutTo(10)], transitionCondition: { intervalMinutes: 5 } },
        { name: 'b', strategies: [rolloutTo(20, { parameters: { rollout: '20', stickiness: 'userId', groupId: '{{featureName}}' } })] },
        { name: 'c', strategies: [rolloutTo(30, { parameters: { rollout: '30', stickiness: 'userId', groupId: 'mine' } })] },
      ],
    });
    const name = await arrange();
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await editor().post(plansPath(name), { templateId: template.id });
      equal(status, 201, JSON.stringify(body));
    });
    const plan = await readPlan(app, name);
    deepEqual(plan, {
      id: plan.id,
      discriminator: 'plan',
      name: 'Copied',
      description: 'steps',
      featureName: name,
      environment: 'development',
      releasePlanTemplateId: template.id,
      activeMilestoneId: null,
      milestones: template.milestones.map((milestone, index) => ({
        ...milestone,
        id: plan.milestones[index]?.id,
        ...notStarted,
        targetMilestone: null,
        strategies: milestone.strategies.map((strategy) => ({
          ...strategy,
          id: plan.milestones[index]?.strategies[0]?.id,
          parameters: { ...strategy.parameters, groupId: [name, name, 'mine'][index] },
        })),
      })),
      safeguards: [],
      createdByUserId: app.users.editor.id,
      createdAt: plan.createdAt,
    });
    equal(
      plan.milestones.some(({ id }) => template.milestones.some((one) => one.id === id)),
      false,
    );
    deepEqual(emitted(events), [{ ...environmentKeys(name), type: 'release-plan-added', data: plan, preData: null }]);
    equal((await app.as(app.users.admin).delete(`${templates}/${template.id}`)).status, 204);
    deepEqual(await readPlan(app, name), plan);
    deepEqual(await strategiesOf(name), []);
  });

  it('are part of the feature and of its environment', async () => {
    const name = await arrange();
    const plan = await postPlan(app, name);
    const viewer = app.as(app.users.viewer);
    deepEqual((await viewer.get(featureEnvironmentPath(name))).body.releasePlans, [plan]);
    const { environments } = (await viewer.get(`${features}/${name}`)).body;
    deepEqual(
      environments.map(({ releasePlans }: { releasePlans?: unknown }) => releasePlans),
      [[plan], undefined],
    );
    equal('releasePlans' in (await viewer.get(featureEnvironmentPath(name, 'production'))).body, false);
  });

  it('apply the strategies of the milestone that starts, beside those of the feature, in one step', async () => {
    const name = await arrange();
    const path = featureEnvironmentPath(name);
    const [own] = await postStrategies(app, path, { disabled: true });
    const plan = await postPlan(app, name, {
      milestones: [...milestonesFor(10), { name: 'wide', strategies: [rolloutTo(50), rolloutTo(60)] }],
    });
    equal((await editor().post(startPath(plan, 0))).status, 200);
    const switched = await editor().post(`${path}/on`);
    equal(switched.status, 200);
    const [, first] = await strategiesOf(name);
    deepEqual(first, { ...plan.milestones[0]?.strategies[0], milestoneId: plan.milestones[0]?.id });
    const events = await app.eventsOf('toggles', async () => {
      const started = await editor().post(startPath(plan, 1));
      deepEqual([started.status, Number(started.headers['x-revision'])], [200, Number(switched.headers['x-revision']) + 1]);
      equal((await editor().post(startPath(plan, 1))).status, 200);
    });
    const [unchanged, ...added] = await strategiesOf(name);
    deepEqual(unchanged, own);
    const of = (index: number) => ({
      releasePlanId: plan.id,
      milestoneId: plan.milestones[index]?.id,
      milestoneName: plan.milestones[index]?.name,
    });
    deepEqual(emitted(events), [
      { ...environmentKeys(name), type: 'feature-strategy-remove', data: null, preData: first },
      ...added.map((data) => ({ ...environmentKeys(name), type: 'feature-strategy-add', data, preData: null })),
      { ...environmentKeys(name), type: 'release-plan-milestone-started', data: of(1), preData: of(0) },
    ]);
    equal(await isOn(app, path), true);
  });

  it('can go back to an earlier milestone, and count later ones as not started', async () => {
    const name = await arrange();
    const plan = await postPlan(app, name);
    for (const index of [0, 2, 1]) equal((await editor().post(startPath(plan, index))).status, 200);
    const { activeMilestoneId, milestones } = await readPlan(app, name);
    equal(activeMilestoneId, plan.milestones[1]?.id);
    deepEqual(
      milestones.map(({ startedAt }) => startedAt !== null),
      [true, true, false],
    );
    deepEqual(await sharesOf(name), ['50']);
  });

  it('are alone in their environment', async () => {
    const name = await arrange();
    const plan = await postPlan(app, name);
    const { status, body } = await editor().post(plansPath(name), { name: 'second', milestones: milestonesFor(1) });
    deepEqual([status, body.name], [409, 'NameExistsError']);
    await postPlan(app, name, {}, 'production');
    const both = await arrange();
    const raced = await Promise.all([1, 2].map(() => editor().post(plansPath(both), { name: 'x', milestones: milestonesFor(1) })));
    deepEqual(new Set(raced.map((answer) => answer.status)), new Set([201, 409]));
    equal((await readPlan(app, name)).id, plan.id);
  });

  it('take their strategies with them when they are deleted, and switch a feature without others off', async () => {
    const name = await arrange();
    const path = featureEnvironmentPath(name);
    const plan = await postPlan(app, name);
    await editor().post(startPath(plan, 0));
    await editor().post(`${path}/on`);
    const preData = await readPlan(app, name);
    const [strategy] = await strategiesOf(name);
    const events = await app.eventsOf('toggles', async () => {
      equal((await editor().delete(`${plansPath(name)}/${plan.id}`)).status, 204);
      equal((await editor().delete(`${plansPath(name)}/${plan.id}`)).status, 404);
    });
    deepEqual(emitted(events), [
      { ...environmentKeys(name), type: 'feature-environment-disabled', data: null, preData: null },
      { ...environmentKeys(name), type: 'feature-strategy-remove', data: null, preData: strategy },
      { ...environmentKeys(name), type: 'release-plan-removed', data: null, preData },
    ]);
    deepEqual([await strategiesOf(name), await isOn(app, path)], [[], false]);
  });

  it('prevent a default strategy for everybody before a milestone has started', async () => {
    const name = await arrange();
    const path = featureEnvironmentPath(name);
    const plan = await postPlan(app, name);
    const { status, body } = await editor().post(`${path}/on`);
    deepEqual([status, body.name], [400, 'BadDataError']);
    match(body.message, /Start a milestone first/);
    await editor().post(startPath(plan, 0));
    equal((await editor().post(`${path}/on`)).status, 200);
    deepEqual(await sharesOf(name), ['10']);
  });

  it('own the strategies of their milestones: the routes of strategies cannot change these', async () => {
    const name = await arrange();
    const path = featureEnvironmentPath(name);
    const plan = await postPlan(app, name, { milestones: [{ name: 'a', strategies: [rolloutTo(10), rolloutTo(20, { disabled: true })] }] });
    await editor().post(startPath(plan, 0));
    const before = await strategiesOf(name);
    const id = before[0]?.id;
    for (const { status, body } of [
      await editor().put(`${path}/strategies/${id}`, rolloutTo(90)),
      await editor().patch(`${path}/strategies/${id}`, [{ op: 'replace', path: '/title', value: 'x' }]),
      await editor().delete(`${path}/strategies/${id}`),
      await editor().post('/api/admin/segments/strategies', {
        projectId: 'default',
        environmentId: 'development',
        strategyId: id,
        segmentIds: [],
      }),
    ])
      deepEqual([status, body.name], [403, 'InvalidOperationError']);
    equal((await editor().post(`${path}/on?shouldActivateDisabledStrategies=true`)).status, 200);
    deepEqual(await strategiesOf(name), before);
  });

  it('change the strategy of a milestone, which takes effect at once if the milestone is active', async () => {
    const name = await arrange();
    const plan = await postPlan(app, name);
    await editor().post(startPath(plan, 0));
    const change = (index: number, share: number) =>
      editor().put(`${featureEnvironmentPath(name)}/milestone-strategies/${plan.milestones[index]?.strategies[0]?.id}`, rolloutTo(share));
    const preData = await readPlan(app, name);
    const [before] = await strategiesOf(name);
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await change(0, 15);
      deepEqual([status, body.parameters.rollout, body.parameters.groupId], [200, '15', name], JSON.stringify(body));
      equal((await change(0, 15)).status, 200);
    });
    const [after] = await strategiesOf(name);
    const data = await readPlan(app, name);
    equal(data.milestones[0]?.strategies[0]?.parameters['rollout'], '15');
    deepEqual(emitted(events), [
      { ...environmentKeys(name), type: 'feature-strategy-update', data: after, preData: before },
      { ...environmentKeys(name), type: 'release-plan-updated', data, preData },
    ]);
    equal((await change(2, 80)).status, 200);
    deepEqual(await sharesOf(name), ['15']);
    await editor().post(startPath(plan, 2));
    deepEqual(await sharesOf(name), ['80']);
    const unknown = await editor().put(`${featureEnvironmentPath(name)}/milestone-strategies/${app.users.admin.id}`, {});
    equal(unknown.status, 404);
  });

  it('keep segments in use, and the feature in a project whose segments they use', async () => {
    const name = await arrange();
    const [segment = 0] = await addSegments(app, ['plan-segment'], 'default');
    await postPlan(app, name, { milestones: [{ name: 'a', strategies: [rolloutTo(10, { segments: [segment] })] }] });
    const admin = app.as(app.users.admin);
    const { status, body } = await admin.delete(`/api/admin/segments/${segment}`);
    deepEqual([status, body.message.includes('1 release plan')], [409, true]);
    const moved = await admin.post(`${features}/${name}/changeProject`, { newProjectId: 'other' });
    deepEqual([moved.status, moved.body.message.includes('plan-segment')], [403, true]);
  });

  it('are undone: an added plan is deleted, and the previous milestone starts again', async () => {
    const name = await arrange();
    const undo = (event: object | undefined) => app.as(app.users.admin).post('/api/admin/undo', event);
    const [added] = await app.eventsOf('toggles', () => postPlan(app, name));
    const plan = await readPlan(app, name);
    const first = await app.eventsOf('toggles', () => editor().post(startPath(plan, 0)));
    const second = await app.eventsOf('toggles', () => editor().post(startPath(plan, 1)));
    equal((await undo(second.find(({ type }) => type === 'feature-strategy-add'))).status >= 400, true);
    const back = await undo(second.at(-1));
    equal(back.status, 200, JSON.stringify(back.body));
    deepEqual(await sharesOf(name), ['10']);
    equal((await undo(first.at(-1))).status >= 400, true);
    equal((await undo(added)).status, 200);
    equal(await readPlan(app, name), undefined);
  });

  it('keep strategy types and context fields in use that only a future milestone or a template uses', async () => {
    const name = await arrange();
    const admin = app.as(app.users.admin);
    equal((await admin.post('/api/admin/strategies', { name: 'future_type', parameters: [] })).status, 201);
    equal((await admin.post('/api/admin/context', { name: 'future_field' })).status, 201);
    const field = { contextName: 'future_field', operator: 'IN', values: ['a'] };
    const milestones = [
      { name: 'now', strategies: [rolloutTo(10)] },
      { name: 'later', strategies: [{ name: 'future_type', constraints: [field] }] },
    ];
    const plan = await postPlan(app, name, { milestones });
    await editor().post(startPath(plan, 0));
    const template = await postTemplate(app, { milestones });
    const deleted = async () => [
      (await admin.delete('/api/admin/strategies/future_type')).status,
      (await admin.delete('/api/admin/context/future_field')).body.message,
    ];
    const refusal = (users: string) =>
      `The context field future_field is used by the constraints of ${users}. Remove it from all constraints first, including those of archived features.`;
    deepEqual(await deleted(), [403, refusal('1 release template and 1 release plan')]);
    equal((await admin.delete(`${templates}/${template.id}`)).status, 204);
    deepEqual(await deleted(), [403, refusal('1 release plan')]);
    equal((await admin.delete(`${plansPath(name)}/${plan.id}`)).status, 204);
    equal((await admin.delete('/api/admin/strategies/future_type')).status, 200);
    equal((await admin.delete('/api/admin/context/future_field')).status, 200);
  });

  it('start a milestone whose strategy id somebody has taken meanwhile', async () => {
    const name = await arrange();
    const plan = await postPlan(app, name);
    const [id = ''] = plan.milestones[0]?.strategies.map((strategy) => strategy.id) ?? [];
    const [added] = await app.eventsOf('toggles', () => postStrategies(app, featureEnvironmentPath(name), { title: 'own' }));
    const removed = { ...added, type: 'feature-strategy-remove', data: null, preData: { ...(added?.data as object), id } };
    equal((await app.as(app.users.admin).post('/api/admin/undo', removed)).status, 200);
    equal((await editor().post(startPath(plan, 0))).status, 200);
    const stored = await strategiesOf(name);
    equal(stored.length, 3);
    equal(stored.find((strategy) => strategy.id === id)?.title, 'own');
    const [milestone] = (await readPlan(app, name)).milestones;
    deepEqual(
      stored.filter(({ milestoneId }) => milestoneId === milestone?.id).map((strategy) => strategy.id),
      milestone?.strategies.map((strategy) => strategy.id),
    );
  });

  it('refuse templates of other projects and archived ones, unknown milestones, and content without a name', async () => {
    const name = await arrange();
    const foreign = await postTemplate(app, {}, projectTemplates('other'));
    const archived = await postTemplate(app, {});
    await app.as(app.users.admin).post(`${templates}/archive/${archived.id}`);
    const add = (input: object) => app.as(app.users.admin).post(plansPath(name), input);
    equal((await add({ templateId: foreign.id })).status, 404);
    equal((await add({ templateId: archived.id })).body.name, 'InvalidOperationError');
    for (const [input, path] of [
      [{ milestones: milestonesFor(1) }, 'name'],
      [{ name: 'x' }, 'milestones'],
      [{ name: 'x', milestones: [{ name: 'a', strategies: [{ name: 'magic' }] }] }, 'milestones/0/strategies/0/name'],
    ] as const) {
      const { status, body } = await add(input);
      deepEqual([status, body.details[0].path], [400, path]);
    }
    const plan = await postPlan(app, name);
    const path = `${plansPath(name)}/${plan.id}/milestones`;
    equal((await editor().post(`${path}/${foreign.id}/start`)).status, 404);
    equal((await editor().post(startPath({ ...plan, id: foreign.id }, 0))).status, 404);
  });

  it('need the permissions of strategies in the environment, and a change request where it is protected', async () => {
    const name = await arrange();
    const holder = async (permission: string): Promise<Principal> => {
      const principal = app.users.someone();
      await app.users.grant(principal, await app.users.role({ permission, environment: 'development' } as never), 'default');
      return principal;
    };
    const plan = await postPlan(app, name);
    const strategy = `${featureEnvironmentPath(name)}/milestone-strategies/${plan.milestones[0]?.strategies[0]?.id}`;
    const attempts: Readonly<Record<string, (as: Principal) => Promise<{ status: number }>>> = {
      CREATE_FEATURE_STRATEGY: (as) => app.as(as).post(plansPath(name), { name: 'x', milestones: milestonesFor(1) }),
      UPDATE_FEATURE_STRATEGY: (as) => app.as(as).put(strategy, rolloutTo(5)),
      DELETE_FEATURE_STRATEGY: (as) => app.as(as).delete(`${plansPath(name)}/${plan.id}`),
    };
    for (const [permission, attempt] of Object.entries(attempts)) {
      const others = Object.keys(attempts).filter((other) => other !== permission);
      for (const other of [...(await Promise.all(others.map(holder))), app.users.viewer])
        equal((await attempt(other)).status, 403, permission);
      equal((await attempt(await holder(permission))).status === 403, false, permission);
    }
    await protect(app, 'other', 'production');
    const owner = app.users.someone();
    await app.users.grant(owner, roleIds.owner, 'other');
    await postFeatures(app, [`${name}-other`], 'other');
    const guarded = `${featureEnvironmentPath(`${name}-other`, 'production', 'other')}/release-plans`;
    const { status, body } = await app.as(owner).post(guarded, { name: 'x', milestones: milestonesFor(1) });
    deepEqual([status, body.permissions], [403, ['SKIP_CHANGE_REQUEST']]);
  });
});
